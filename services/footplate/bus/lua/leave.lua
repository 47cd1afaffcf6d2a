-- Removes a consumer, unless something is pending for it: removing it would lose that. KEYS: stream. ARGV: group, consumer.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, ARGV[2])[1] then return 0 end
redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])
return 1
