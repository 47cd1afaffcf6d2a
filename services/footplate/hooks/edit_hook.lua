-- Changes or removes a web hook, once for a request, all or nothing. Every key is of one hash slot.
-- KEYS: hook, request, hooks of the account
-- ARGV: id, account, 'enable', 'delete' or 'secret', what is remembered of the request, how long (milliseconds), and for a
--       secret: that, the id of the request, until when the old one is good
-- Answers 'done', 'before', 'reused' when the request did something else, or 'unknown' when the account has no such hook.
local hook, request, hooks = unpack(KEYS)
local id, account, change, print, keep = unpack(ARGV, 1, 5)

local before = redis.call('GET', request)
if before then return before == print and 'before' or 'reused' end
if redis.call('HGET', hook, 'account') ~= account then return 'unknown' end
if change == 'delete' then
  redis.call('DEL', hook)
  redis.call('ZREM', hooks, id)
elseif change == 'secret' then
  local old = redis.call('HGET', hook, 'secret')
  redis.call('HSET', hook, 'secret', ARGV[6], 'secret_request', ARGV[7], 'old_secret', old, 'old_until_ms', ARGV[8])
else
  redis.call('HSET', hook, 'disabled', '0', 'failing_since_ms', '0')
end
redis.call('SET', request, print, 'PX', keep)
return 'done'
