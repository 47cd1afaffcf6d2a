-- Settles a match: counts how its accounts kept to it and stores the ratings it led to, once, all of it or nothing.
-- Every key is of one hash slot.
-- KEYS: matches to be rated, ratings of the board, order of the board, then the reliability of each account counted
-- ARGV: match id, then for each account counted: 1 if it left else 0, turns it missed;
--       then for each account rated: its id, matches it had before (0 for none), member of the order, rating
-- Answers 'done', 'before' when the match was settled already, or 'moved' when an account has more matches by now.
local unrated, ratings, order = unpack(KEYS, 1, 3)
if redis.call('HEXISTS', unrated, ARGV[1]) == 0 then return 'before' end

local first = 2 + 2 * (#KEYS - 3)
local left = {}
for i = first, #ARGV, 4 do
  local stored = redis.call('HGET', ratings, ARGV[i])
  local matches = '0'
  if stored then matches, left[#left + 1] = string.match(stored, '^(%d+) (%S+) ') end
  if matches ~= ARGV[i + 1] then return 'moved' end
end

redis.call('HDEL', unrated, ARGV[1])
for i = 4, #KEYS do
  redis.call('HINCRBY', KEYS[i], 'matches', 1)
  redis.call('HINCRBY', KEYS[i], 'left', ARGV[2 * i - 6])
  redis.call('HINCRBY', KEYS[i], 'missed', ARGV[2 * i - 5])
end
for _, member in ipairs(left) do redis.call('ZREM', order, member) end
for i = first, #ARGV, 4 do
  redis.call('ZADD', order, 0, ARGV[i + 2])
  redis.call('HSET', ratings, ARGV[i], ARGV[i + 3])
end
return 'done'
