// Counts of a brain, each read from an index. Parameters: $brain STRING, $now DATETIME
// Returns one row: revision, entities, facts, factsHolding, factsClosed, events, values, episodes MAP by status, statements,
// relations [{name, count}], entityTypes [{name, count}]
CYPHER 25
OPTIONAL MATCH (b:Brain {id: $brain})
WITH coalesce(b.revision, 0) AS revision
CALL () {
  MATCH (e:Entity) WHERE e.brain = $brain AND e.key IS NOT NULL
  WITH e WHERE e.mergedInto IS NULL
  WITH e.type AS name, count(*) AS count ORDER BY count DESC, name
  RETURN collect({name: name, count: count}) AS entityTypes, sum(count) AS entities
}
CALL () {
  MATCH ()-[f:FACT]->() WHERE f.brain = $brain AND f.recordedAt IS NOT NULL
  WITH f.relation AS name, count(*) AS count, sum(CASE WHEN f.kind = 'event' THEN 1 ELSE 0 END) AS happened,
    sum(CASE WHEN f.kind <> 'event' AND f.tEnd <= $now THEN 1 ELSE 0 END) AS closed,
    sum(CASE WHEN f.kind <> 'event' AND f.tStart <= $now AND $now < f.tEnd THEN 1 ELSE 0 END) AS holding
  ORDER BY count DESC, name
  RETURN collect({name: name, count: count}) AS relations, sum(count) AS facts, sum(holding) AS factsHolding,
    sum(closed) AS factsClosed, sum(happened) AS events
}
CALL () {
  MATCH (v:Value) WHERE v.brain = $brain AND v.key IS NOT NULL
  RETURN count(v) AS values
}
CALL () {
  MATCH (ep:Episode) WHERE ep.brain = $brain AND ep.recordedAt IS NOT NULL
  WITH ep.status AS name, count(*) AS count ORDER BY name
  RETURN collect({name: name, count: count}) AS episodes
}
CALL () {
  MATCH (s:Statement) WHERE s.brain = $brain AND s.relation IS NOT NULL
  RETURN count(s) AS statements
}
RETURN revision, entities, facts, factsHolding, factsClosed, events, values, episodes, statements, relations, entityTypes
