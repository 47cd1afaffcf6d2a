-- Stores an account under its name unless the name is taken. Every key is of one hash slot.
-- KEYS: account, name
-- ARGV: account id, then the fields of the account, each with its value
-- Answers the id of the account that holds the name already, or nothing when the new one does now.
local holder = redis.call('GET', KEYS[2])
if holder then return holder end
redis.call('SET', KEYS[2], ARGV[1])
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
return false
