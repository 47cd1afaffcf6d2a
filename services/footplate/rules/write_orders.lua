-- Changes the standing orders of a match, all of it or nothing. Every key is of one hash slot.
-- KEYS: orders, head, events
-- ARGV: field of the request ('' for none), what is remembered of it, ply the match must stand at ('' for any),
--       field of an order that must be there ('' for none), its text,
--       then three lists, each after its length: fields to write with their texts, fields to drop, events to tell
-- Answers {'done'}, {'before', what was remembered}, {'stands', ply}, {'missing'} or {'changed'}.
local orders, head, events = unpack(KEYS)
local request, memory, expected, held, text = unpack(ARGV, 1, 5)

local before = request ~= '' and redis.call('HGET', orders, request)
if before then return {'before', before} end
local stands = redis.call('HGET', head, 'ply')
if not stands then return {'missing'} end
if expected ~= '' and stands ~= expected then return {'stands', stands} end
if held ~= '' and redis.call('HGET', orders, held) ~= text then return {'changed'} end

local place = 6
local function list()
  local first = place + 1
  place = first + tonumber(ARGV[place])
  return first, place - 1
end

local write_first, write_last = list()
local drop_first, drop_last = list()
local event_first, event_last = list()
for i = write_first, write_last, 2 do redis.call('HSET', orders, ARGV[i], ARGV[i + 1]) end
if request ~= '' then redis.call('HSET', orders, request, memory) end
for i = drop_first, drop_last do redis.call('HDEL', orders, ARGV[i]) end
for i = event_first, event_last do redis.call('XADD', events, '*', 'e', ARGV[i]) end
return {'done'}
