// What an episode states and what it denies. Parameters: $brain STRING, $episode STRING
// Returns one row, none if the episode is gone: status STRING, retracted BOOLEAN (a retraction of its source covers it), isCut BOOLEAN (a fact
// of it was forgotten while it stayed), statements [{id, action, subjectId, relation, objectId, at, until, kind,
// details, text, stands BOOLEAN, replaced BOOLEAN (an earlier new extraction of the episode has withdrawn it)}], denied [{subjectId,
// relation, objectId, action}]
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $episode})
CALL (ep) {
  // include: upkeep/is_retracted
}
CALL (ep) {
  MATCH (ep)-[:STATES]->(s:Statement)
  WITH DISTINCT s ORDER BY s.recordedAt, s.id
  RETURN collect(s {.id, .action, .subjectId, .relation, .objectId, .at, .until, .kind, .details, .text, stands: s.withdrawnAt IS NULL,
    replaced: s.withdrawnAt IS NOT NULL AND EXISTS { MATCH (r:Reextraction {brain: $brain, id: s.withdrawnBy}) }}) AS statements
}
CALL () {
  MATCH (s:Statement {brain: $brain, withdrawnBy: $episode}) WHERE s.withdrawnAt IS NOT NULL AND NOT EXISTS { MATCH (s)-[:BECAUSE_OF]->() }
  RETURN collect(DISTINCT s {.subjectId, .relation, .objectId, .action}) AS denied
}
RETURN ep.status AS status, retracted, ep.noDirectives IS NOT NULL AS isCut, statements, denied
