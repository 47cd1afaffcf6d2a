-- Takes over idle entries. KEYS: stream. ARGV: group, consumer, idle ms, count.
-- Returns {{{id, payload, deliveries}, ...}, {ids that are gone, ...}}.
-- XPENDING and XCLAIM instead of XAUTOCLAIM: that one forgets entries that are gone (Redis 7), or hides which they are
-- (6.2), and the caller must first deal with the gap and only then acknowledge.
local stream, group, consumer = KEYS[1], ARGV[1], ARGV[2]
local claimed, gone = {}, {}
for _, seen in ipairs(redis.call('XPENDING', stream, group, 'IDLE', ARGV[3], '-', '+', ARGV[4])) do
  local id, deliveries = seen[1], seen[4] + 1
  local entry = redis.call('XRANGE', stream, id, id)[1]
  if entry then
    redis.call('XCLAIM', stream, group, consumer, 0, id, 'RETRYCOUNT', deliveries, 'JUSTID')
    local payload = ''
    for i = 1, #entry[2], 2 do
      if entry[2][i] == 'e' then payload = entry[2][i + 1] end
    end
    claimed[#claimed + 1] = {id, payload, deliveries}
  else
    gone[#gone + 1] = id
  end
end
return {claimed, gone}
