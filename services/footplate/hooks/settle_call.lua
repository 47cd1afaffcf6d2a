-- Stores what became of a call that was taken, with what it tells of its hook, all or nothing. Every key is of one hash slot.
-- KEYS: calls by the time they are due, who took them, call, hook
-- ARGV: id, word of whoever took it, now, 'delivered', 'failed', 'dropped' or 'waiting', when it is due again, status, problem,
--       '1' for a call that turns no hook off, '1' when the receiver is gone for good
-- Answers 1, or 0 when somebody else took it meanwhile.
local due, claims, call, hook = unpack(KEYS)
local id, word, now, outcome, again, status, problem, harmless, gone = unpack(ARGV)

if redis.call('HGET', claims, id) ~= word then return 0 end
redis.call('HDEL', claims, id)
if outcome == 'waiting' then redis.call('ZADD', due, again, id) else redis.call('ZREM', due, id) end
local created = tonumber(redis.call('HGET', call, 'created_ms') or now)
if redis.call('EXISTS', call) == 1 then
  redis.call('HSET', call, 'outcome', outcome, 'status', status, 'problem', problem)
  if outcome ~= 'dropped' then redis.call('HINCRBY', call, 'tries', 1) end
end
if redis.call('EXISTS', hook) == 0 then return 1 end

if outcome ~= 'waiting' then redis.call('HINCRBY', hook, 'waiting', -1) end
if outcome == 'dropped' then return 1 end
redis.call('HSET', hook, 'last_try_ms', now, 'last_status', status, 'last_problem', problem)
if outcome == 'delivered' then
  redis.call('HSET', hook, 'last_delivered_ms', now, 'failing_since_ms', '0')
elseif harmless ~= '1' then
  if redis.call('HGET', hook, 'failing_since_ms') == '0' then redis.call('HSET', hook, 'failing_since_ms', now) end
  local unheard = tonumber(redis.call('HGET', hook, 'last_delivered_ms')) < created
  if gone == '1' or (outcome == 'failed' and unheard) then redis.call('HSET', hook, 'disabled', '1') end
end
return 1
