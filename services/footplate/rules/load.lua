-- Reads what a position of a match follows from, at one moment.
-- KEYS: head, log, snapshots
-- ARGV: ply wanted, '' for the last one
-- Answers {} for an unknown match, else {head ply, header, seed, snapshot or nil, entries behind the snapshot}; neither
-- snapshot nor entries when the match has no such ply.
local head = redis.call('HMGET', KEYS[1], 'ply', 'header', 'seed')
if not head[1] then return {} end
local wanted = tonumber(ARGV[1]) or tonumber(head[1])
if wanted > tonumber(head[1]) then return {head[1], head[2], head[3], false, {}} end

local best = 0
for _, field in ipairs(redis.call('HKEYS', KEYS[3])) do
  local ply = tonumber(field)
  if ply <= wanted and ply > best then best = ply end
end
local snapshot = best > 0 and redis.call('HGET', KEYS[3], string.format('%.0f', best))
local entries = {}
if best < wanted then
  entries = redis.call('XRANGE', KEYS[2], string.format('%.0f-0', best + 1), string.format('%.0f-0', wanted))
end
return {head[1], head[2], head[3], snapshot, entries}
