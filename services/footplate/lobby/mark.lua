-- Puts an account on a list, or takes it off, once for a request. Both keys are of one hash slot.
-- KEYS: list, request
-- ARGV: account, '1' to put it on, most there may be, what is remembered of the request, how long (milliseconds)
-- Answers 'done', 'before', 'reused' when the request did something else, or 'full'.
local list, request = unpack(KEYS)
local account, on, most, print, keep = unpack(ARGV)

local before = redis.call('GET', request)
if before then return before == print and 'before' or 'reused' end
if on == '1' then
  if redis.call('SCARD', list) >= tonumber(most) and redis.call('SISMEMBER', list, account) == 0 then return 'full' end
  redis.call('SADD', list, account)
else
  redis.call('SREM', list, account)
end
redis.call('SET', request, print, 'PX', keep)
return 'done'
