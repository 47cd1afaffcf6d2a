-- Stores a call, due at once, unless it is there or nobody wants it. Every key is of one hash slot.
-- KEYS: hook, call, calls by the time they are due
-- ARGV: id, when it is due, how long it is kept (milliseconds), '1' for a hook that may be turned off, then the fields of the
--       call, each with its value
-- Answers 1 when it was stored, else 0.
local hook, call, due = unpack(KEYS)
local disabled = redis.call('HGET', hook, 'disabled')
if not disabled or (disabled == '1' and ARGV[4] ~= '1') or redis.call('EXISTS', call) == 1 then return 0 end
redis.call('HSET', call, unpack(ARGV, 5))
redis.call('PEXPIRE', call, ARGV[3])
redis.call('ZADD', due, ARGV[2], ARGV[1])
redis.call('HINCRBY', hook, 'waiting', 1)
return 1
