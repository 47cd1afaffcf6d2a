-- Moves a poison entry to the dead letters and acknowledges it. KEYS: stream, dead letters.
-- ARGV: group, consumer, id, reason, most dead letters kept. Returns 1, or 0 when it is gone or not this consumer's.
local stream, group, id = KEYS[1], ARGV[1], ARGV[3]
local seen = redis.call('XPENDING', stream, group, id, id, 1, ARGV[2])[1]
if not seen then return 0 end
local entry = redis.call('XRANGE', stream, id, id)[1]
if not entry then return 0 end
local payload = ''
for i = 1, #entry[2], 2 do
  if entry[2][i] == 'e' then payload = entry[2][i + 1] end
end
redis.call('XADD', KEYS[2], 'MAXLEN', '=', ARGV[5], '*', 'e', payload, 'id', id, 'group', group,
  'reason', ARGV[4], 'deliveries', seen[4])
redis.call('XACK', stream, group, id)
return 1
