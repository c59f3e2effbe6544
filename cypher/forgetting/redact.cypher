// Writes the texts that are left where a request to forget hides sentences. What stood there before is kept in nodes that nothing
// reads, for an undo. Vectors of the former texts go, in both slots.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $request STRING, $episodes [{id, content, turn, request,
// metadata STRING (as they are now), previous STRING|null (the turn before), mentions LIST<STRING> (entities that it does not name any more)}],
// $chunks [{id, content, searchText}], $statements [{id, text}], $after [{id, request, previous}], $needles LIST<STRING> (texts and ids that traces must not tell),
// $names LIST<STRING> (kept with the request: what it hides), $facts LIST<STRING> (that settling has derived again)
// Returns one row: facts LIST<STRING> (facts with another sentence), traces INTEGER
CYPHER 25
CALL () {
  UNWIND $episodes + $after AS x
  MATCH (ep:Episode {brain: $brain, id: x.id})
  RETURN collect(ep.id) AS redacted
}
CALL (redacted) {
  MATCH (ep:Episode {brain: $brain}) WHERE ep.recordedAt > datetime('0001-01-01T00:00:00Z')
    AND (ep.id IN redacted OR any(x IN $needles WHERE ep.trace CONTAINS x) OR any(x IN $needles WHERE ep.result CONTAINS x))
  MERGE (h:Hidden {brain: $brain, id: 'episode ' + ep.id})
    ON CREATE SET h.copyOf = 'Episode', h.of = ep.id, h.trace = ep.trace, h.result = ep.result, h.requests = []
  SET h.requests = h.requests + [x IN [$request] WHERE NOT x IN h.requests],
      h.request = CASE WHEN ep.id IN redacted THEN coalesce(h.request, ep.request) ELSE h.request END,
      ep.trace = '{"stages": [], "hidden": true}', ep.result = '{"episode_id": "' + ep.id + '", "status": "' + ep.status + '"}'
  RETURN count(*) AS traces
}
CALL () {
  UNWIND $episodes AS x
  MATCH (ep:Episode {brain: $brain, id: x.id})
  MATCH (h:Hidden {brain: $brain, id: 'episode ' + x.id})
  SET h.content = coalesce(h.content, ep.content), h.turn = coalesce(h.turn, ep.turn), h.metadata = coalesce(h.metadata, ep.metadata),
      h.mentions = coalesce(h.mentions, []) + x.mentions
  SET ep.content = x.content, ep.turn = x.turn, ep.request = x.request, ep.metadata = x.metadata,
      ep.embedding = null, ep.embeddingBeside = null, ep.contextEmbedding = null, ep.contextEmbeddingBeside = null,
      ep.baseText = split(ep.baseText, '\n')[0] + coalesce('\n' + left(x.previous, 400), '') + '\n' + x.turn
  WITH ep, x
  UNWIND x.mentions AS id
  MATCH (ep)-[m:MENTIONS]->(e:Entity) WHERE e.id = id OR id IN coalesce(m.of, [])
  DELETE m
}
CALL () {
  UNWIND $after AS x
  MATCH (ep:Episode {brain: $brain, id: x.id})
  WITH ep, x, split(ep.baseText, '\n')[0] + coalesce('\n' + left(x.previous, 400), '') + '\n' + ep.turn AS text
  SET ep.searchText = CASE WHEN ep.searchText IS NULL THEN null ELSE text + substring(ep.searchText, size(ep.baseText)) END,
      ep.baseText = text, ep.request = x.request, ep.contextEmbedding = null, ep.contextEmbeddingBeside = null
}
CALL () {
  UNWIND $chunks AS x
  MATCH (c:Chunk {brain: $brain, id: x.id})
  MERGE (h:Hidden {brain: $brain, id: 'chunk ' + x.id})
    ON CREATE SET h.copyOf = 'Chunk', h.of = x.id, h.content = c.content, h.searchText = c.searchText, h.requests = []
  SET h.requests = h.requests + [r IN [$request] WHERE NOT r IN h.requests],
      c.content = x.content, c.searchText = x.searchText, c.embedding = null, c.embeddingBeside = null, c.contextEmbedding = null, c.contextEmbeddingBeside = null
}
CALL () {
  UNWIND $statements AS x
  MATCH (s:Statement {brain: $brain, id: x.id})
  MERGE (h:Hidden {brain: $brain, id: 'statement ' + x.id})
    ON CREATE SET h.copyOf = 'Statement', h.of = x.id, h.text = s.text, h.details = s.details, h.verdict = s.verdict, h.requests = []
  SET h.requests = h.requests + [r IN [$request] WHERE NOT r IN h.requests]
  WITH s, x, s.text AS old
  SET s.text = x.text, s.details = null, s.verdict = null
  WITH s, x, old
  CALL (s, x, old) {
    MATCH ()-[f:FACT {brain: $brain, subjectId: s.subjectId, relation: s.relation, objectId: s.objectId}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
    RETURN f
    UNION
    MATCH ()-[f:FACT {brain: $brain, subjectId: s.objectId, relation: s.relation, objectId: s.subjectId}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
    RETURN f
    UNION
    MATCH ()-[f:FACT_WAS {brain: $brain, subjectId: s.subjectId, relation: s.relation, objectId: s.objectId}]->() USING INDEX SEEK f:FACT_WAS(brain, subjectId, relation, objectId)
    RETURN f
    UNION
    MATCH ()-[f:FACT_WAS {brain: $brain, subjectId: s.objectId, relation: s.relation, objectId: s.subjectId}]->() USING INDEX SEEK f:FACT_WAS(brain, subjectId, relation, objectId)
    RETURN f
  }
  WITH f, x, old WHERE f.factText = old
  SET f.factText = x.text, f.embedding = null, f.embeddingBeside = null
  RETURN collect(DISTINCT f.factId) AS facts
}
CALL () {
  UNWIND $facts AS id
  MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
  SET f.embedding = null, f.embeddingBeside = null
}
MATCH (r:ForgetRequest {brain: $brain, id: $request})
SET r.names = coalesce(r.names, []) + [x IN $names WHERE NOT x IN coalesce(r.names, [])],
    r.episodes = coalesce(r.episodes, []) + [x IN $episodes WHERE NOT x.id IN coalesce(r.episodes, []) | x.id]
RETURN facts, traces
