// Gives texts back that a request to forget had taken sentences from; what other requests hide in them stays hidden.
// Mode: WRITE, under the brain's lock, after forgetting/undo. Parameters: $brain STRING, $request STRING, $episodes [{id, content, turn, request,
// metadata STRING|null (null = as it is), wholly BOOLEAN (no other request hides something in it)}], $chunks [{id, content, searchText, wholly}],
// $statements [{id, wholly}], $plain [{id, text, requests}] (statements that came back, in plain words: other requests hide part of their sentence)
// Returns one row: facts LIST<STRING> (facts with another sentence), episodes LIST<STRING> (whose vectors are to be made)
CYPHER 25
CALL () {
  UNWIND $episodes AS x
  MATCH (h:Hidden {brain: $brain, id: 'episode ' + x.id})
  SET h.requests = [r IN h.requests WHERE r <> $request]
  WITH x, h
  MATCH (ep:Episode {brain: $brain, id: x.id})
  SET ep.request = coalesce(x.request, ep.request), ep.metadata = coalesce(x.metadata, ep.metadata),
      ep.trace = CASE WHEN x.wholly THEN h.trace ELSE ep.trace END, ep.result = CASE WHEN x.wholly THEN h.result ELSE ep.result END,
      ep.content = coalesce(x.content, ep.content), ep.turn = coalesce(x.turn, ep.turn)
  CALL (ep, h) {
    UNWIND h.mentions AS id
    MATCH (e:Entity {brain: $brain, id: id})
    MERGE (ep)-[:MENTIONS]->(e)
    WITH ep, e WHERE e.mergedInto IS NOT NULL
    MATCH (into:Entity {brain: $brain, id: e.mergedInto})
    MERGE (ep)-[m:MENTIONS]->(into) ON CREATE SET m.of = [e.id]
  }
  FOREACH (gone IN CASE WHEN x.wholly THEN [h] ELSE [] END | DETACH DELETE gone)
  RETURN collect(ep) AS given
}
CALL () {
  UNWIND $chunks AS x
  MATCH (h:Hidden {brain: $brain, id: 'chunk ' + x.id})
  SET h.requests = [r IN h.requests WHERE r <> $request]
  WITH x, h
  MATCH (c:Chunk {brain: $brain, id: x.id})
  SET c.content = x.content, c.searchText = x.searchText, c.embedding = null, c.embeddingBeside = null, c.contextEmbedding = null, c.contextEmbeddingBeside = null
  FOREACH (gone IN CASE WHEN x.wholly THEN [h] ELSE [] END | DETACH DELETE gone)
}
CALL () {
  UNWIND $statements AS x
  MATCH (h:Hidden {brain: $brain, id: 'statement ' + x.id})
  SET h.requests = [r IN h.requests WHERE r <> $request]
  WITH x, h WHERE x.wholly
  OPTIONAL MATCH (s:Statement {brain: $brain, id: x.id})
  WITH x, h, s, s.text AS plain, h.text AS text
  SET s.text = text, s.details = h.details, s.verdict = h.verdict
  WITH h, s, plain, text
  CALL (s, plain, text) {
    WITH s, plain, text WHERE s IS NOT NULL
    UNWIND [[s.subjectId, s.objectId], [s.objectId, s.subjectId]] AS way
    CALL (s, way) {
      MATCH ()-[f:FACT {brain: $brain, subjectId: way[0], relation: s.relation, objectId: way[1]}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
      RETURN f
      UNION
      MATCH ()-[f:FACT_WAS {brain: $brain, subjectId: way[0], relation: s.relation, objectId: way[1]}]->() USING INDEX SEEK f:FACT_WAS(brain, subjectId, relation, objectId)
      RETURN f
    }
    WITH DISTINCT f, plain, text WHERE f.factText = plain
    SET f.factText = text, f.embedding = null, f.embeddingBeside = null
    RETURN collect(f.factId) AS reworded
  }
  DETACH DELETE h
  RETURN collect(reworded) AS some
}
CALL () {
  UNWIND $plain AS x
  MATCH (s:Statement {brain: $brain, id: x.id})
  MERGE (h:Hidden {brain: $brain, id: 'statement ' + x.id})
    ON CREATE SET h.copyOf = 'Statement', h.of = x.id, h.text = s.text, h.details = s.details, h.verdict = s.verdict, h.requests = []
  SET h.requests = h.requests + [r IN x.requests WHERE NOT r IN h.requests]
  WITH s, x, s.text AS old
  SET s.text = x.text, s.details = null, s.verdict = null
  WITH s, x, old
  UNWIND [[s.subjectId, s.objectId], [s.objectId, s.subjectId]] AS way
  CALL (s, way) {
    MATCH ()-[f:FACT_WAS {brain: $brain, subjectId: way[0], relation: s.relation, objectId: way[1]}]->() USING INDEX SEEK f:FACT_WAS(brain, subjectId, relation, objectId)
    RETURN f
  }
  WITH DISTINCT f, x, old WHERE f.factText = old
  SET f.factText = x.text, f.embedding = null, f.embeddingBeside = null
}
CALL (given) {
  UNWIND given AS ep
  MATCH (ep)-[:NEXT*0..2]->(n:Episode)
  WITH DISTINCT n
  OPTIONAL MATCH (p:Episode)-[:NEXT]->(n)
  WITH n, head(collect(p.turn)) AS previous
  SET n.baseText = split(n.baseText, '\n')[0] + coalesce('\n' + left(previous, 400), '') + '\n' + n.turn,
      n.embedding = null, n.embeddingBeside = null, n.contextEmbedding = null, n.contextEmbeddingBeside = null
  SET n.searchText = CASE WHEN n.searchText IS NULL THEN null ELSE reduce(all = n.baseText, t IN COLLECT {
    MATCH (n)-[:STATES]->(s:Statement) WITH s ORDER BY s.recordedAt, s.id RETURN DISTINCT s.text } | all + '\n' + t) END
  RETURN collect(n.id) AS episodes
}
RETURN reduce(all = [], x IN some | all + x) AS facts, episodes
