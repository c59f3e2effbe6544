// The observations of a brain, but those that consolidate fading facts, with how many of the facts that support each are left.
// Parameters: $brain STRING, $now DATETIME
// Returns: id, key, kind, title, text, status STRING, factIds, episodeIds LIST<STRING>, vector LIST<FLOAT>|null, believed INTEGER (supporting
// facts that are believed), holding INTEGER (of these, those that hold now), newest first
CYPHER 25
MATCH (n:Observation {brain: $brain}) WHERE n.id >= '' AND n.kind <> 'consolidated'
WITH n, $now AS now
CALL (n, now) {
  UNWIND n.factIds AS id
  MATCH ()-[f:FACT {brain: $brain, factId: id}]->() WHERE f.tStart < f.tEnd
  RETURN count(f) AS believed, count(CASE WHEN f.tStart <= now AND f.tEnd > now THEN 1 END) AS holding
}
RETURN n.id AS id, n.key AS key, n.kind AS kind, n.title AS title, n.text AS text, n.status AS status, n.factIds AS factIds,
  n.episodeIds AS episodeIds, n.embedding AS vector, believed, holding
ORDER BY id DESC
