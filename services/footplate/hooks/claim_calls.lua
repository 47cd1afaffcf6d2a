-- Takes calls that are due: they are due again later, should whoever takes them be lost. Both keys are of one hash slot.
-- KEYS: calls by the time they are due, who took them
-- ARGV: now, when they are due again, most that are wanted, word of whoever takes them
-- Answers their ids, the longest overdue first.
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, id in ipairs(found) do
  redis.call('ZADD', KEYS[1], ARGV[2], id)
  redis.call('HSET', KEYS[2], id, ARGV[4])
end
return found
