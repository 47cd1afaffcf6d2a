-- Reads a part of the union of some indexes, at one moment. No table stands in two of them.
-- KEYS: indexes
-- ARGV: number below which to begin ('+inf' for the newest), most that are wanted
-- Answers {size of the union, {id, number, ...}}: the newest of each index, which hold the newest of all.
local found, total = {}, 0
for _, index in ipairs(KEYS) do
  total = total + redis.call('ZCARD', index)
  local newest = redis.call('ZREVRANGEBYSCORE', index, '(' .. ARGV[1], '-inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
  for _, part in ipairs(newest) do found[#found + 1] = part end
end
return {total, found}
