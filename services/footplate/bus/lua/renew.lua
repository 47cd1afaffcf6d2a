-- Starts the idle time of a consumer's entries again. KEYS: stream. ARGV: group, consumer, ids...
-- Returns the ids that are still this consumer's.
local owned = {}
for i = 3, #ARGV do
  if redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2])[1] then
    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'JUSTID')
    owned[#owned + 1] = ARGV[i]
  end
end
return owned
