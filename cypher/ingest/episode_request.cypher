// An episode with what a replay of it needs. Parameters: $brain STRING, $id STRING. Returns: the episode's properties, previous turns.
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $id})
RETURN ep.id AS id, ep.content AS content, ep.kind AS kind, ep.role AS role, ep.source AS source, ep.speaker AS speaker,
       ep.sessionId AS sessionId, ep.occurredAt AS occurredAt, ep.recordedAt AS recordedAt, ep.status AS status,
       ep.request AS request,
       COLLECT { MATCH (ep)<-[:NEXT*1..2]-(p:Episode) RETURN p.turn } AS previous
