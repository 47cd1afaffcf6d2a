-- Starts the idle time of a consumer's entries again. KEYS: stream. ARGV: group, consumer, ids...
-- Returns the ids that are still there and this consumer's.
local owned = {}
for i = 3, #ARGV do
  -- One that is gone is left to be found as a gap: Redis 7 would drop it here.
  if redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2])[1]
    and redis.call('XRANGE', KEYS[1], ARGV[i], ARGV[i])[1] then
    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'JUSTID')
    owned[#owned + 1] = ARGV[i]
  end
end
return owned
