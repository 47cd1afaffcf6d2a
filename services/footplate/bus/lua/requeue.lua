-- Publishes a dead letter again. KEYS: stream, dead letters. ARGV: id among the dead letters. Returns the new id, or nil.
local entry = redis.call('XRANGE', KEYS[2], ARGV[1], ARGV[1])[1]
if not entry then return nil end
local payload = ''
for i = 1, #entry[2], 2 do
  if entry[2][i] == 'e' then payload = entry[2][i + 1] end
end
redis.call('XDEL', KEYS[2], ARGV[1])
return redis.call('XADD', KEYS[1], '*', 'e', payload)
