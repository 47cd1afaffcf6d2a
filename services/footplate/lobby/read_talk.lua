-- Reads lines of a room, at one moment. Both keys are of one hash slot.
-- KEYS: last numbers by room, lines of the room
-- ARGV: room, 'XRANGE' or 'XREVRANGE', where to begin, where to end, most that are wanted
-- Answers {number of the last line ever said, how many are kept, lines}.
local last = redis.call('HGET', KEYS[1], ARGV[1]) or '0'
return {last, redis.call('XLEN', KEYS[2]), redis.call(ARGV[2], KEYS[2], ARGV[3], ARGV[4], 'COUNT', ARGV[5])}
