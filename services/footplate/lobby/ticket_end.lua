-- Ends a ticket for all of its party, unless its match is being made. Every key is of one hash slot.
-- KEYS: tickets, leases, tickets by account, tickets that are claimed, end of the ticket, events
-- ARGV: ticket id, how it ends, milliseconds that is kept, event, lease that must have run out ('' for none), millisecond by
--       which it must have, then its accounts
-- Answers {'done'}, {'ended', how}, {'claimed'}, {'alive'}, or {'gone'}.
local tickets, leases, owners, claimed, ending, events = unpack(KEYS)
local id, how, keep, event, lease, now = unpack(ARGV, 1, 6)

if redis.call('HEXISTS', tickets, id) == 0 then
  local ended = redis.call('GET', ending)
  if ended then return {'ended', ended} end
  return {'gone'}
end
if redis.call('HEXISTS', claimed, id) == 1 then return {'claimed'} end
if lease ~= '' then
  local until_ms = redis.call('ZSCORE', leases, lease)
  if until_ms and tonumber(until_ms) > tonumber(now) then return {'alive'} end
end
for i = 7, #ARGV do
  redis.call('ZREM', leases, id .. ' ' .. ARGV[i])
  if redis.call('HGET', owners, ARGV[i]) == id then redis.call('HDEL', owners, ARGV[i]) end
end
redis.call('HDEL', tickets, id)
redis.call('SET', ending, how, 'PX', keep)
redis.call('XADD', events, '*', 'e', event)
return {'done'}
