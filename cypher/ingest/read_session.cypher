// A session to be summarised: its latest turns, the sentences of the facts extracted from it, and the entities that it
// mentions.
// Parameters: $brain STRING, $session STRING, $turns INTEGER (maximum turns), $facts INTEGER, $chars INTEGER (of one turn's
// content)
// Returns one row: episodes (number), ids LIST<STRING> (of the returned turns), first, last, turns [{speaker, role, content,
// at, request STRING|null}], facts [{text, ids LIST<STRING> (the statements that say it)}] (highest confidence first), entities [{id, norms LIST<STRING>}]
CYPHER 25
CALL () {
  MATCH (ep:Episode {brain: $brain, sessionId: $session})
  WHERE ep.occurredAt >= datetime('0001-01-01T00:00:00Z') AND ep.covers IS NULL
  WITH ep ORDER BY ep.occurredAt, ep.recordedAt
  RETURN collect(ep) AS turns
}
WITH turns, turns[-$turns..] AS latest
CALL (turns) {
  UNWIND turns AS ep
  MATCH (ep)-[:STATES]->(s:Statement) WHERE s.action = 'holds' AND s.withdrawnAt IS NULL
  WITH s.text AS text, collect(s.id) AS ids, max(s.confidence) AS confidence, min(s.recordedAt) AS said
  ORDER BY confidence DESC, said LIMIT $facts
  RETURN collect({text: text, ids: ids}) AS facts
}
CALL (turns) {
  UNWIND turns AS ep
  MATCH (ep)-[:MENTIONS]->(e:Entity)
  WITH DISTINCT e WHERE e.mergedInto IS NULL
  WITH e, COLLECT { MATCH (e)<-[:ALIAS_OF]-(a:Alias) RETURN a.norm } AS norms LIMIT 500
  RETURN collect({id: e.id, norms: norms}) AS entities
}
RETURN size(turns) AS episodes, [x IN latest | x.id] AS ids, turns[0].occurredAt AS first, turns[-1].occurredAt AS last, facts, entities,
  [x IN latest | {speaker: x.speaker, role: x.role, content: left(x.content, $chars), at: x.occurredAt,
    request: CASE WHEN size(x.request) < 50000 THEN x.request END}] AS turns
