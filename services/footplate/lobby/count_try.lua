-- Counts one more time within a span that begins with the first.
-- KEYS: counter
-- ARGV: length of the span in milliseconds
-- Answers {times so far, milliseconds left of the span}.
local times = redis.call('INCR', KEYS[1])
if times == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {times, redis.call('PTTL', KEYS[1])}
