-- How a group stands on a stream. KEYS: stream, dead letters. ARGV: group, how far to count the lag.
-- Returns {exists, anchored, length, pending, lag, age of the oldest entry not acknowledged in ms, dead letters}.
local stream, group, limit = KEYS[1], ARGV[1], tonumber(ARGV[2])
if redis.call('EXISTS', stream) == 0 then return {0} end

local state
for _, info in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
  local fields = {}
  for i = 1, #info, 2 do fields[info[i]] = info[i + 1] end
  if fields['name'] == group then state = fields end
end
if not state then return {0} end

local last, pending = state['last-delivered-id'], state['pending']
local anchored = 1
if last ~= '0-0' and not redis.call('XRANGE', stream, last, last)[1] then anchored = 0 end
local length = redis.call('XLEN', stream)
local waiting = redis.call('XRANGE', stream, '(' .. last, '+', 'COUNT', limit)
local lag = #waiting
if lag == limit then lag = length end

local oldest
if pending > 0 then
  oldest = redis.call('XPENDING', stream, group)[2]
elseif waiting[1] then
  oldest = waiting[1][1]
end
local age = 0
if oldest then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  age = math.max(0, now - tonumber(string.match(oldest, '^%d+')))
end
return {1, anchored, length, pending, lag, age, redis.call('XLEN', KEYS[2])}
