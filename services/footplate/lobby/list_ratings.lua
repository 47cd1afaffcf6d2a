-- Reads a part of a board, at one moment. Members of the order are '<points, upside down>:<account>'.
-- KEYS: ratings of the board, order of the board
-- ARGV: where to begin ('-' for the best, '(<member>' for what is behind it), most that are wanted
-- Answers {size of the board, number ahead of the first, number better than the first, ratings...}.
local ratings, order = unpack(KEYS)
local members = redis.call('ZRANGE', order, ARGV[1], '+', 'BYLEX', 'LIMIT', 0, ARGV[2])
local total = redis.call('ZCARD', order)
if #members == 0 then return {total, 0, 0} end

local accounts = {}
for i, member in ipairs(members) do accounts[i] = string.match(member, '^%d+:(.*)$') end
local ahead = redis.call('ZLEXCOUNT', order, '-', '(' .. members[1])
local better = redis.call('ZLEXCOUNT', order, '-', '(' .. string.match(members[1], '^%d+'))
return {total, ahead, better, unpack(redis.call('HMGET', ratings, unpack(accounts)))}
