// What a split of an entity needs to know.
// Parameters: $brain STRING, $id STRING (the entity), $episodes LIST<STRING>, $facts LIST<STRING>
// Returns a row: type, typeGuessed, byHand BOOLEAN (a person made it), aliases [{norm, name, recordedAt, byHand}], episodes [{id, known
// BOOLEAN, mentions BOOLEAN (it mentions the entity)}], facts [{id, statements LIST<STRING>}] (what they are derived from; empty = there
// is no such fact), onlyMentioned BOOLEAN (another episode mentions it and states nothing of it)
CYPHER 25
MATCH (e:Entity {brain: $brain, id: $id})
CALL (e) {
  UNWIND $episodes AS id
  OPTIONAL MATCH (ep:Episode {brain: $brain, id: id})
  RETURN collect({id: id, known: ep IS NOT NULL, mentions: EXISTS { (ep)-[:MENTIONS]->(e) }}) AS episodes
}
CALL () {
  UNWIND $facts AS id
  OPTIONAL MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
  OPTIONAL MATCH (s:Statement {brain: $brain, id: id})
  RETURN collect({id: id, statements: coalesce(f.statementIds, CASE WHEN s IS NULL THEN [] ELSE [s.id] END)}) AS facts
}
RETURN e.type AS type, e.typeGuessed AS typeGuessed, coalesce(e.origin = 'manual', false) AS byHand, episodes, facts,
  COLLECT { MATCH (a:Alias)-[r:ALIAS_OF]->(e) RETURN {norm: a.norm, name: a.name, recordedAt: r.recordedAt, byHand: r.byHand}
    ORDER BY r.recordedAt, a.norm } AS aliases,
  EXISTS {
    MATCH (ep:Episode)-[:MENTIONS]->(e)
    WHERE NOT ep.id IN $episodes AND NOT EXISTS { MATCH (ep)-[:STATES]->(s:Statement) WHERE e.id IN [s.subjectId, s.objectId] }
  } AS onlyMentioned
