// A page of the facts that may be directives: procedural ones and preferences that were drawn from messages, recorded since a time.
// Parameters: $brain STRING, $after STRING (fact id; '' = from the start), $limit INTEGER, $since DATETIME|null (null = all), $relations
// LIST<STRING>, $now DATETIME, $most INTEGER (episodes of a fact)
// Returns: id, text, relation, category, confidence, validFrom DATETIME|null, holds BOOLEAN, speaker STRING|null, names LIST<STRING> (of its
// subject), sources LIST<MAP> {id, role, roles, speaker, occurredAt, recordedAt} (the messages in which it was said at first hand, and that
// may be a user's), in the order of the id
CYPHER 25
MATCH (subject)-[f:FACT {brain: $brain}]->() WHERE f.recordedAt > coalesce($since, datetime('0001-01-01T00:00:00Z'))
WITH DISTINCT subject, f WHERE f.factId > $after AND f.origin = 'extracted' AND (f.category = 'procedural' OR f.relation IN $relations)
WITH subject, f ORDER BY f.factId LIMIT $limit
CALL (f) {
  UNWIND f.statementIds AS statement
  MATCH (s:Statement {brain: $brain, id: statement}) WHERE s.secondHand IS NULL
  MATCH (s)<-[:STATES]-(ep:Episode)
  WHERE ep.kind = 'message' AND ep.noDirectives IS NULL AND (ep.role IS NULL OR toLower(ep.role) IN ['user', 'human'])
  WITH DISTINCT ep ORDER BY ep.occurredAt, ep.id LIMIT $most
  RETURN collect(ep {.id, .role, .roles, .speaker, .occurredAt, .recordedAt}) AS sources
}
RETURN f.factId AS id, f.factText AS text, f.relation AS relation, f.category AS category, f.confidence AS confidence, f.tValid AS validFrom,
  f.tEnd > $now AS holds, f.speaker AS speaker,
  [subject.name] + COLLECT { MATCH (subject)<-[:ALIAS_OF]-(a:Alias) RETURN a.name LIMIT 50 } AS names, sources
ORDER BY id
