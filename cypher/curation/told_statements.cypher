// Statements that may be read again (curation/read_again.py), each with its ends and with the message that told it.
// Parameters: $brain STRING, $ids LIST<STRING>
// Returns rows: id, action, relation, subjectId, subjectKey, subjectSaid, subjectFrom, objectId, objectKey, objectSaid, objectFrom, at,
// atPrecision, startStated, dated, until, untilPrecision, kind, text, confidence, origin, speaker, occurredAt, episodeIds, withdrawnAt,
// subject {name, type}, object {name, type, isEntity}, message {content, request, trace} or null, follows BOOLEAN (it ends what another
// statement told: a person or a judge ended that), rests BOOLEAN (another fact rests on it)
CYPHER 25
UNWIND $ids AS id
MATCH (s:Statement {brain: $brain, id: id})
CALL (s) {
  MATCH (subject:Entity {brain: $brain, id: s.subjectId})
  RETURN subject
}
CALL (s) {
  MATCH (object:Entity|Value {brain: $brain, id: s.objectId})
  RETURN object
}
OPTIONAL CALL (s) {
  MATCH (message:Episode {brain: $brain, id: s.episodeIds[0]})
  RETURN message
}
RETURN s.id AS id, s.action AS action, s.relation AS relation, s.subjectId AS subjectId, s.subjectKey AS subjectKey, s.subjectSaid AS subjectSaid,
  s.subjectFrom AS subjectFrom, s.objectId AS objectId, s.objectKey AS objectKey, s.objectSaid AS objectSaid, s.objectFrom AS objectFrom,
  s.at AS at, s.atPrecision AS atPrecision, s.startStated AS startStated, s.dated AS dated, s.until AS until, s.untilPrecision AS untilPrecision,
  s.kind AS kind, s.text AS text, s.confidence AS confidence, s.origin AS origin, s.speaker AS speaker, s.occurredAt AS occurredAt,
  s.episodeIds AS episodeIds, s.withdrawnAt AS withdrawnAt, subject {.name, .type} AS subject,
  {name: coalesce(object.name, object.text), type: object.type, isEntity: object:Entity} AS object,
  message {.content, .request, .trace} AS message,
  s.action = 'ends' AND (s.about IS NOT NULL OR EXISTS { MATCH (s)-[:BECAUSE_OF]->() }) AS follows,
  EXISTS { MATCH (:FactRef {brain: $brain, factId: s.id})<-[:RESTS_ON]-() } AS rests
