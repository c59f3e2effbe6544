// A fragment: a fact as a row. Variables: f RELATIONSHIP (FACT or FACT_WAS). Parameters: none. Returns: row MAP
f {.factId, .subjectId, .relation, .objectId, .factText, .kind, .tValid, .tInvalid, .tValidPrecision, .recordedAt, .expiredAt,
  .expiredReason, .expiredBy, .confidence, .importance, .category, .origin, .episodeIds, .evidence, .closedBy, .closedReason,
  .supersedes, .conditions, .pending, .strength, .lastConfirmedAt, timesStated: size(f.statementIds), subject: startNode(f).name, object: coalesce(endNode(f).name, endNode(f).text), isEntity: endNode(f):Entity,
  subjectWas: startNode(f).namesWas, subjectUntil: startNode(f).namesUntil, objectWas: endNode(f).namesWas, objectUntil: endNode(f).namesUntil} AS row
