-- Settles a match: stores the ratings it led to, once, all of them or nothing. Every key is of one hash slot.
-- KEYS: matches to be rated, ratings of the board, order of the board
-- ARGV: match id, then for each account: its id, matches it had before (0 for none), member of the order, rating
-- Answers 'done', 'before' when the match was settled already, or 'moved' when an account has more matches by now.
local unrated, ratings, order = unpack(KEYS)
if redis.call('HEXISTS', unrated, ARGV[1]) == 0 then return 'before' end

local left = {}
for i = 2, #ARGV, 4 do
  local stored = redis.call('HGET', ratings, ARGV[i])
  local matches = '0'
  if stored then matches, left[#left + 1] = string.match(stored, '^(%d+) (%S+) ') end
  if matches ~= ARGV[i + 1] then return 'moved' end
end

redis.call('HDEL', unrated, ARGV[1])
for _, member in ipairs(left) do redis.call('ZREM', order, member) end
for i = 2, #ARGV, 4 do
  redis.call('ZADD', order, 0, ARGV[i + 2])
  redis.call('HSET', ratings, ARGV[i], ARGV[i + 3])
end
return 'done'
