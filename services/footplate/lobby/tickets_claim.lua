-- Takes tickets for a match, all or none: each must be there, unclaimed, and held for all of its party. One hash slot.
-- KEYS: tickets, leases, tickets that are claimed, proposals, events
-- ARGV: proposal id, proposal, the millisecond now, number of tickets, then for each: id, event, number of accounts, accounts
-- Answers 1, or 0 when nothing was done.
local tickets, leases, claimed, proposals, events = unpack(KEYS)
local proposal, value, now, count = unpack(ARGV, 1, 4)

local place, taken = 5, {}
for _ = 1, tonumber(count) do
  local id, event, party = ARGV[place], ARGV[place + 1], tonumber(ARGV[place + 2])
  if redis.call('HEXISTS', tickets, id) == 0 or redis.call('HEXISTS', claimed, id) == 1 then return 0 end
  for i = place + 3, place + 2 + party do
    local lease = redis.call('ZSCORE', leases, id .. ' ' .. ARGV[i])
    if not lease or tonumber(lease) <= tonumber(now) then return 0 end
  end
  taken[#taken + 1] = {id, event}
  place = place + 3 + party
end
for _, ticket in ipairs(taken) do
  redis.call('HSET', claimed, ticket[1], proposal)
  redis.call('XADD', events, '*', 'e', ticket[2])
end
redis.call('HSET', proposals, proposal, value)
return 1
