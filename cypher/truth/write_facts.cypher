// Writes the difference between stored and derived facts. A fact whose content changes, or that leaves, stays as a version.
// Mode: WRITE. Parameters: $brain STRING
//   $versions [{factId, subjectId, set MAP, times MAP, bare LIST}]   bare: [1] = without its vector
//   $removed  [{factId, subjectId}]
//   $revised  [{factId, subjectId, set MAP, times MAP, vector LIST}]  vector: [the vector of its new sentence], or []
//   $added    [{subjectId, objectId, set MAP, times MAP, vector}]
//   times: properties that are times, as texts, which the driver sends a hundred times faster
//   $returned LIST<STRING>   ids of added facts whose versions give up their vectors
//   $lists, $since  as in feed/append
// Returns rows of the added facts: factId, subject, object (names of the ends)
CYPHER 25
CALL () {
  UNWIND $versions AS x
  MATCH (a)-[f:FACT {brain: $brain, factId: x.factId}]->(b) WHERE f.subjectId = x.subjectId
  CREATE (a)-[w:FACT_WAS]->(b)
  SET w = properties(f), w += x.set
  FOREACH (name IN keys(x.times) | SET w[name] = datetime(x.times[name]))
  FOREACH (one IN x.bare | SET w.embedding = null, w.embeddingBeside = null)
}
CALL () {
  UNWIND $removed AS x
  MATCH ()-[f:FACT {brain: $brain, factId: x.factId}]->() WHERE f.subjectId = x.subjectId
  DELETE f
}
CALL () {
  UNWIND $revised AS x
  MATCH ()-[f:FACT {brain: $brain, factId: x.factId}]->() WHERE f.subjectId = x.subjectId
  SET f += x.set
  FOREACH (name IN keys(x.times) | SET f[name] = datetime(x.times[name]))
  FOREACH (v IN x.vector | SET f.embedding = toFloatList(v), f.embeddingBeside = null)
}
CALL () {
  UNWIND $returned AS id
  MATCH ()-[w:FACT_WAS {brain: $brain, factId: id}]->()
  SET w.embedding = null, w.embeddingBeside = null
}
CALL () {
  // include: feed/append
}
UNWIND $added AS x
MATCH (a:Entity {brain: $brain, id: x.subjectId})
MATCH (b:Entity|Value {brain: $brain, id: x.objectId})
CREATE (a)-[f:FACT]->(b)
SET f = x.set, f.embedding = toFloatList(x.vector)
FOREACH (name IN keys(x.times) | SET f[name] = datetime(x.times[name]))
RETURN f.factId AS factId, a.name AS subject, coalesce(b.name, b.text) AS object
