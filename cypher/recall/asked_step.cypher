// A fragment of recall: one more step on the paths of a question, along facts whose sentence or relation has a word of the question
// that the path has not met yet. Of a node at most a thousand edges are read. To be included in a CALL (ends).
// Variables: ends LIST<MAP> {x NODE, facts LIST<RELATIONSHIP>, seen LIST<NODE>, left LIST<STRING>, hits INTEGER}
// Parameter: $q MAP, of which: again LIST<STRING> (words that the question has twice), fitting LIST<STRING> (relations that its
// words mean), most INTEGER (paths that go on), and that of recall/has_begun: at
// Returns: steps LIST<MAP> as ends, one fact longer
UNWIND ends AS end
WITH end, end.x AS x WHERE x:Entity
CALL (end, x) {
  MATCH (x)-[f:FACT]-(y)
  WITH end, f, y LIMIT 1000
  WHERE (f.tEnd > $q.at OR f.kind = 'event') AND NOT y IN end.seen AND
  // include: recall/has_begun
  WITH end, f, y, toLower(f.factText) AS text
  WITH f, y, [word IN end.left + $q.again WHERE text CONTAINS word OR f.relation CONTAINS word] AS met
  WHERE met <> [] OR f.relation IN $q.fitting
  RETURN f, y, met ORDER BY size(met) DESC, f.factId LIMIT $q.most
}
WITH end, f, y, met ORDER BY end.hits + size(met) DESC, f.factId LIMIT $q.most
RETURN collect({x: y, facts: end.facts + [f], seen: end.seen + [y], left: [word IN end.left WHERE NOT word IN met], hits: end.hits + size(met)}) AS steps
