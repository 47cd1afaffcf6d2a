-- Has tokens of an account be good no more and tells the bus, all of it or nothing. Every key is of one hash slot.
-- KEYS: account, what is revoked, events, request
-- ARGV: epoch the account must have ('' when it stays), epoch after, hash of its secret after ('' when that stays),
--       member of what is revoked, until when that must be known, now, event,
--       what is remembered of the request, how long (all times in milliseconds)
-- Answers 'done', 'before' when the request did it already, 'reused' when it did something else, or 'moved' when the
-- account has another epoch by now.
local account, revoked, events, request = unpack(KEYS)
local epoch, after, secret, member, until_ms, now, event, print, keep = unpack(ARGV)

local before = redis.call('GET', request)
if before then return before == print and 'before' or 'reused' end
if epoch ~= '' then
  if (redis.call('HGET', account, 'epoch') or '0') ~= epoch then return 'moved' end
  redis.call('HSET', account, 'epoch', after)
  if secret ~= '' then redis.call('HSET', account, 'secret_hash', secret) end
end
redis.call('ZREMRANGEBYSCORE', revoked, '-inf', '(' .. now)
redis.call('ZADD', revoked, until_ms, member)
redis.call('SET', request, print, 'PX', keep)
redis.call('XADD', events, '*', 'e', event)
return 'done'
