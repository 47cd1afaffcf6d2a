-- Ends a proposal: its tickets end with a match, or wait again as before. Every key is of one hash slot.
-- KEYS: tickets, leases, tickets by account, tickets that are claimed, proposals, events, then the end of each ticket
-- ARGV: proposal id, lease of tickets that wait again ('' when they end), milliseconds an end is kept, number of tickets, then
--       for each: id, how it ends, event, number of accounts, accounts
-- Answers 1, or 0 when that had been done before.
local tickets, leases, owners, claimed, proposals, events = unpack(KEYS, 1, 6)
local proposal, lease, keep, count = unpack(ARGV, 1, 4)

if redis.call('HDEL', proposals, proposal) == 0 then return 0 end
local place = 5
for number = 1, tonumber(count) do
  local id, how, event, party = ARGV[place], ARGV[place + 1], ARGV[place + 2], tonumber(ARGV[place + 3])
  redis.call('HDEL', claimed, id)
  for i = place + 4, place + 3 + party do
    if lease ~= '' then
      redis.call('ZADD', leases, lease, id .. ' ' .. ARGV[i])
    else
      redis.call('ZREM', leases, id .. ' ' .. ARGV[i])
      if redis.call('HGET', owners, ARGV[i]) == id then redis.call('HDEL', owners, ARGV[i]) end
    end
  end
  if lease == '' then
    redis.call('HDEL', tickets, id)
    redis.call('SET', KEYS[6 + number], how, 'PX', keep)
  end
  redis.call('XADD', events, '*', 'e', event)
  place = place + 4 + party
end
return 1
