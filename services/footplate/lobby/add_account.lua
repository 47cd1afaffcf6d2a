-- Stores an account under its name unless the name is taken, all or nothing. Every key is of one hash slot.
-- KEYS: account, name, and for an account with an owner the bots of that
-- ARGV: account id, when it was made, most bots of an owner, then the fields of the account, each with its value
-- Answers {'done'}, {'held', id of the account that has the name}, or {'full'} when its owner has too many.
local holder = redis.call('GET', KEYS[2])
if holder then return {'held', holder} end
if KEYS[3] then
  if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[3]) then return {'full'} end
  redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
end
redis.call('SET', KEYS[2], ARGV[1])
redis.call('HSET', KEYS[1], unpack(ARGV, 4))
return {'done'}
