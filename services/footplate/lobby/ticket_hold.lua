-- Holds a ticket for one of its party a while longer; the first time, that account joins it. Every key is of one hash slot.
-- KEYS: tickets, leases, tickets by account, events
-- ARGV: ticket id, account, millisecond at which its lease runs out, event
-- Answers {'done'}, {'gone'}, or {'busy', id of the account's other ticket}.
local tickets, leases, owners, events = unpack(KEYS)
local id, account, lease, event = unpack(ARGV)

if redis.call('HEXISTS', tickets, id) == 0 then return {'gone'} end
local other = redis.call('HGET', owners, account)
if other and other ~= id then return {'busy', other} end
redis.call('HSET', owners, account, id)
if redis.call('ZADD', leases, lease, id .. ' ' .. account) == 1 then redis.call('XADD', events, '*', 'e', event) end
return {'done'}
