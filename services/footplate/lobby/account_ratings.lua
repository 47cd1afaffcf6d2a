-- Reads the ratings of an account, at one moment. Every key is of one hash slot.
-- KEYS: ratings of each board
-- ARGV: account
-- Answers the rating on each of them, or nothing where there is none.
local found = {}
for i, ratings in ipairs(KEYS) do found[i] = redis.call('HGET', ratings, ARGV[1]) end
return found
