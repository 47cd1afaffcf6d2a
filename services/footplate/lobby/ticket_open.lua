-- Opens a ticket, unless its account has one. Every key is of one hash slot.
-- KEYS: tickets, leases, tickets by account, end of the ticket, events
-- ARGV: ticket id, account, ticket, millisecond at which its lease runs out, event
-- Answers {'done'}, {'before', ticket}, {'ended', how}, or {'busy', id of the other ticket}.
local tickets, leases, owners, ending, events = unpack(KEYS)
local id, account, value, lease, event = unpack(ARGV)

local ended = redis.call('GET', ending)
if ended then return {'ended', ended} end
local before = redis.call('HGET', tickets, id)
if before then return {'before', before} end
local other = redis.call('HGET', owners, account)
if other then return {'busy', other} end
redis.call('HSET', tickets, id, value)
redis.call('ZADD', leases, lease, id .. ' ' .. account)
redis.call('HSET', owners, account, id)
redis.call('XADD', events, '*', 'e', event)
return {'done'}
