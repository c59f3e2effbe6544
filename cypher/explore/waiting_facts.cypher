// Statements that wait for a change, or whose conditions keep them from holding, as rows of facts: they have no edge.
// Parameters: $brain STRING, $ids LIST<STRING> (of statements)
// Returns: row MAP (as explore/fact_row, with waiting: true), one for each statement that waits
CYPHER 25
UNWIND $ids AS id
MATCH (s:Statement {brain: $brain, id: id}) WHERE s.waits AND s.withdrawnAt IS NULL
MATCH (subject:Entity {brain: $brain, id: s.subjectId})
MATCH (object:Entity|Value {brain: $brain, id: s.objectId})
RETURN s {factId: s.id, .subjectId, .relation, .objectId, factText: s.text, .kind, tValid: null, tInvalid: s.until, tValidPrecision: null, .recordedAt,
  expiredAt: null, expiredReason: null, expiredBy: null, .confidence, .importance, .category, .origin, .episodeIds, .evidence, closedBy: null, closedReason: null,
  supersedes: null, .conditions, pending: null, waiting: true, subject: subject.name, object: coalesce(object.name, object.text), isEntity: object:Entity} AS row
