-- Adds entries to a match and tells the bus, all of it or nothing. Every key is of one hash slot.
-- KEYS: head, log, requests, snapshots, turns, events, deadlines, orders
-- ARGV: match id, ply it must stand at ('' for a match that must not be there yet), request, what is remembered of it,
--       ply after, chain hash after, open turn ('' for none), its deadline ('' for none),
--       milliseconds the requests are kept ('' for all time),
--       field of a standing order that must be there ('' for none), its text, whether it goes now ('' for no),
--       then four lists, each after its length: head fields, snapshot fields, log entries, events
-- Answers {'done'}, {'before', what was remembered}, {'stands', ply}, {'missing'} or {'changed'}.
local head, log, requests, snapshots, turns, events, deadlines, orders = unpack(KEYS)
local match, expected, request, memory, ply, chain, turn, deadline, keep, held, text, goes = unpack(ARGV, 1, 12)

-- A match remembers the request that made it for all time.
local before
if expected == '' then before = redis.call('HGET', head, 'request') else before = redis.call('HGET', requests, request) end
if before then return {'before', before} end
local stands = redis.call('HGET', head, 'ply')
if (stands or '') ~= expected then
  if stands then return {'stands', stands} end
  return {'missing'}
end

if held ~= '' and redis.call('HGET', orders, held) ~= text then return {'changed'} end

local place = 13
local function list()
  local first = place + 1
  place = first + tonumber(ARGV[place])
  return first, place - 1
end

local head_first, head_last = list()
local snapshot_first, snapshot_last = list()
local entry_first, entry_last = list()
local event_first, event_last = list()

-- The log comes first: it takes no id twice, so a log that does not fit the head stops everything.
local number = tonumber(ply) - (entry_last - entry_first)
for i = entry_first, entry_last do
  redis.call('XADD', log, string.format('%.0f-0', number + i - entry_first), 'v', ARGV[i])
end
redis.call('HSET', head, 'ply', ply, 'chain', chain, unpack(ARGV, head_first, head_last))
if expected ~= '' then redis.call('HSET', requests, request, memory) end
if held ~= '' and goes ~= '' then redis.call('HDEL', orders, held) end
if keep ~= '' then
  redis.call('PEXPIRE', requests, keep)
  redis.call('PEXPIRE', orders, keep)
end
for i = snapshot_first, snapshot_last, 2 do redis.call('HSET', snapshots, ARGV[i], ARGV[i + 1]) end
if turn ~= '' then redis.call('HSET', turns, match, turn) else redis.call('HDEL', turns, match) end
if deadline ~= '' then redis.call('ZADD', deadlines, deadline, match) else redis.call('ZREM', deadlines, match) end
for i = event_first, event_last do redis.call('XADD', events, '*', 'e', ARGV[i]) end
return {'done'}
