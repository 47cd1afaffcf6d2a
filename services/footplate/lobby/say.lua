-- Stores a line of talk and tells the bus, all of it or nothing. Every key is of one hash slot.
-- KEYS: table, request, accounts silenced at the table, last numbers by room, lines of the room, events
-- ARGV: version the table must have, account, room, line, what is remembered of the request, how long, how many lines are
--       kept, how long after the last one (all times in milliseconds), event
-- Answers {'done', number}, {'before', what was remembered}, {'moved'} or {'silenced'}.
local place, request, silenced, numbers, lines, events = unpack(KEYS)
local version, account, room, line, print, keep, most, span, event = unpack(ARGV)

local before = redis.call('GET', request)
if before then return {'before', before} end
local stored = redis.call('GET', place)
if not stored or string.match(stored, '^(%d+) ') ~= version then return {'moved'} end
if redis.call('SISMEMBER', silenced, account) == 1 then return {'silenced'} end

local number = string.format('%.0f', redis.call('HINCRBY', numbers, room, 1))
redis.call('XADD', lines, 'MAXLEN', most, number .. '-0', 'l', line)
redis.call('PEXPIRE', lines, span)
redis.call('SET', request, print .. ' ' .. number .. ' ' .. line, 'PX', keep)
redis.call('XADD', events, '*', 'e', event)
return {'done', number}
