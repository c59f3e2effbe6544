// Every text from which a request to forget takes sentences: statements that it hides now, the episodes that made them, its own episode, and
// the turns whose search text repeats the beginning of one of those.
// Parameters: $brain STRING, $request STRING, $statements LIST<STRING>, $episode STRING|null (the one that asks)
// Returns one row: hidden [{id, text, said LIST<STRING> (names of its object), subject, object (ids), named LIST<STRING> (ids in its conditions)}], episodes [{id, content, turn,
// request, metadata, states BOOLEAN (it made one of them), before LIST<LIST<STRING>>, mentions [{id, norms}], chunks [{id, content, searchText}], others [{id, text, subject, relation, object}]}],
// after [{id, turn, request, before LIST<LIST<STRING>> (id and turn of the one or two turns before it, nearest first)}]
CYPHER 25
CALL () {
  MATCH (s:Hidden {brain: $brain, hiddenBy: $request}) WHERE s.hiddenLabel = 'Statement' AND s.id IN $statements
  OPTIONAL CALL (s) {
    MATCH (o:Entity|Value {brain: $brain, id: s.objectId})
    RETURN coalesce(o.name, o.text) AS name
  }
  RETURN collect(s {.id, .text, said: [x IN [s.objectSaid, name] WHERE x IS NOT NULL], subject: s.subjectId, object: s.objectId,
    named: COLLECT { MATCH (s)-[:HOLDS_WHILE|STARTS_WHEN]->(c) UNWIND [c.subjectId, c.objectId] AS id WITH id WHERE id IS NOT NULL RETURN id }}) AS hidden, collect(s) AS nodes
}
CALL (nodes) {
  UNWIND nodes AS s
  MATCH (ep:Episode)-[:STATES]->(s)
  RETURN ep
  UNION
  MATCH (ep:Episode {brain: $brain, id: $episode})
  RETURN ep
}
WITH hidden, nodes, collect(DISTINCT ep) AS told
CALL (told, nodes) {
  UNWIND told AS ep
  RETURN collect(ep {.id, .content, .turn, .request, .metadata, states: EXISTS { MATCH (ep)-[:STATES]->(s:Hidden) WHERE s IN nodes },
    before: COLLECT { MATCH way = (ep)<-[:NEXT*1..2]-(p:Episode) RETURN [p.id, p.turn] ORDER BY length(way) },
    mentions: COLLECT { MATCH (ep)-[m:MENTIONS]->(e:Entity) WHERE m.of IS NULL
      RETURN {id: e.id, norms: COLLECT { MATCH (a:Alias)-[:ALIAS_OF]->(e) RETURN a.norm LIMIT 50 }} },
    chunks: COLLECT { MATCH (ep)-[:HAS_CHUNK]->(c:Chunk) RETURN c {.id, .content, .searchText} },
    others: COLLECT { MATCH (ep)-[:STATES]->(o:Statement) RETURN DISTINCT o {.id, .text, .relation, subject: o.subjectSaid, object: o.objectSaid} }}) AS episodes
}
CALL (told) {
  UNWIND told AS ep
  MATCH (ep)-[:NEXT*1..2]->(n:Episode) WHERE NOT n IN told
  WITH DISTINCT n
  RETURN collect(n {.id, .turn, .request, before: COLLECT { MATCH way = (n)<-[:NEXT*1..2]-(p:Episode) RETURN [p.id, p.turn] ORDER BY length(way) }}) AS after
}
RETURN hidden, episodes, after
