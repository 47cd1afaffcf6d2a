-- Lets others claim what a consumer holds. KEYS: stream. ARGV: group, consumer, idle ms, deliveries to take back, ids...
-- Without ids: all that is pending for the consumer.
local stream, group, consumer, idle, undo = KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

local function release(seen)
  -- Redis 7 drops an entry that is gone when it is claimed; it must stay pending until the gap is dealt with.
  if not redis.call('XRANGE', stream, seen[1], seen[1])[1] then return end
  local deliveries = math.max(0, seen[4] - undo)
  redis.call('XCLAIM', stream, group, consumer, 0, seen[1], 'IDLE', idle, 'RETRYCOUNT', deliveries, 'JUSTID')
end

if #ARGV > 4 then
  for i = 5, #ARGV do
    local seen = redis.call('XPENDING', stream, group, ARGV[i], ARGV[i], 1, consumer)[1]
    if seen then release(seen) end
  end
  return
end
local from = '-'
repeat
  local page = redis.call('XPENDING', stream, group, from, '+', 500, consumer)
  for _, seen in ipairs(page) do
    release(seen)
    from = '(' .. seen[1]
  end
until #page < 500
