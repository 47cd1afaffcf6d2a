-- Stores a table and tells the bus, all of it or nothing. Every key is of one hash slot.
-- KEYS: table, request, events, matches, matches to be rated, number of tables, tables that are due, then the indexes it
--       leaves and the indexes it joins
-- ARGV: table id, version it must have ('' for a table that must not be there yet), version after, table after,
--       what is remembered of the request ('' for none), milliseconds that is kept, match that begins, match that
--       is over ('' for none), when the table is due ('' for never), number of indexes it leaves, number of indexes it
--       joins, then the events
-- Answers {'done'}, {'before', what was remembered}, or {'stands', what is stored} (nothing when there is no table).
local place, request, events, matches, unrated, numbers, dues = unpack(KEYS, 1, 7)
local id, expected, version, value, memory, keep, begun, ended, due, leaves, joins = unpack(ARGV, 1, 11)

if memory ~= '' then
  local before = redis.call('GET', request)
  if before then return {'before', before} end
end
local stored = redis.call('GET', place)
local stands, number = '', nil
if stored then stands, number = string.match(stored, '^(%d+) (%d+) ') end
if stands ~= expected then return {'stands', stored} end

if not number then number = string.format('%.0f', redis.call('INCR', numbers)) end
redis.call('SET', place, version .. ' ' .. number .. ' ' .. value)
if memory ~= '' then redis.call('SET', request, memory, 'PX', keep) end
if begun ~= '' then redis.call('HSET', matches, begun, id) end
if ended ~= '' then
  redis.call('HDEL', matches, ended)
  redis.call('HSET', unrated, ended, id)
end
if due ~= '' then redis.call('ZADD', dues, due, id) else redis.call('ZREM', dues, id) end
for i = 8, 7 + leaves do redis.call('ZREM', KEYS[i], id) end
for i = 8 + leaves, 7 + leaves + joins do redis.call('ZADD', KEYS[i], number, id) end
for i = 12, #ARGV do redis.call('XADD', events, '*', 'e', ARGV[i]) end
return {'done'}
