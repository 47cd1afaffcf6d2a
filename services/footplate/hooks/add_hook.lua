-- Stores a web hook, once for a request, all or nothing. Every key is of one hash slot.
-- KEYS: hook, request, hooks of the account
-- ARGV: id, when it was made, most an account may have, what is remembered of the request, how long (milliseconds), then the
--       fields of the hook, each with its value
-- Answers {'done'}, {'before', what was remembered}, or {'full'}.
local before = redis.call('GET', KEYS[2])
if before then return {'before', before} end
if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[3]) then return {'full'} end
redis.call('HSET', KEYS[1], unpack(ARGV, 6))
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
redis.call('SET', KEYS[2], ARGV[4] .. ' ' .. ARGV[1], 'PX', ARGV[5])
return {'done'}
