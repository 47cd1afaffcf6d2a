-- Removes what every group has acknowledged. KEYS: stream. ARGV: ms to keep, groups that must be there...
-- Exact, and never past the newest entry or the last one delivered to a group: readers know a gap by its absence.
local stream = KEYS[1]
local newest = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
if not newest then return 0 end

local function parts(id)
  local ms, number = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(ms), tonumber(number)
end
local function lower(a, b)
  local a_ms, a_number = parts(a)
  local b_ms, b_number = parts(b)
  if a_ms < b_ms or (a_ms == b_ms and a_number <= b_number) then return a end
  return b
end

local time = redis.call('TIME')
local keep = time[1] * 1000 + math.floor(time[2] / 1000) - tonumber(ARGV[1])
local floor = lower(string.format('%.0f-0', math.max(0, keep)), newest[1])
local present = {}
for _, info in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
  local fields = {}
  for i = 1, #info, 2 do fields[info[i]] = info[i + 1] end
  present[fields['name']] = true
  floor = lower(floor, fields['last-delivered-id'])
  if fields['pending'] > 0 then
    floor = lower(floor, redis.call('XPENDING', stream, fields['name'])[2])
  end
end
for i = 2, #ARGV do
  if not present[ARGV[i]] then return 0 end
end
return redis.call('XTRIM', stream, 'MINID', '=', floor)
