// Recall, the paths of a question: up to four facts, one after the other, from the entities that it names.
// Parameter: $q MAP, of which: brain STRING, ids LIST<STRING> (of the named entities), words LIST<STRING> (stems of the question),
// and those of recall/asked_step and recall/candidates
// Returns one row: facts LIST<LIST> as in recall/candidates, paths LIST<LIST<LIST>>: of each fact its id, sentence, relation, the names
// of its ends, whether it is walked from its subject
CYPHER 25 replan=skip
CALL () {
  UNWIND $q.ids AS id
  MATCH (e:Entity {brain: $q.brain, id: id}) USING INDEX SEEK e:Entity(brain, id)
  RETURN collect({x: e, facts: [], seen: [e], left: $q.words, hits: 0}) AS ends, collect(e) AS named
}
CALL (ends) {
  // include: recall/asked_step
}
WITH named, steps AS first
CALL (first) {
  WITH first AS ends
  // include: recall/asked_step
}
WITH named, first, steps AS second
CALL (second) {
  WITH second AS ends
  // include: recall/asked_step
}
WITH named, first, second, steps AS third
CALL (third) {
  WITH third AS ends
  // include: recall/asked_step
}
WITH named, [] AS only, first + second + third + steps AS ways
WITH named, only, ways, [way IN ways | {f: last(way.facts), vector: null, text: null, hops: size(way.facts), seed: head(way.seen), via: way.facts[-2]}] AS found
CALL (found, named, only) {
  // include: recall/candidates
}
RETURN facts, [way IN ways | [i IN range(0, size(way.facts) - 1) |
  [way.facts[i].factId, way.facts[i].factText, way.facts[i].relation, startNode(way.facts[i]).name,
   coalesce(endNode(way.facts[i]).name, endNode(way.facts[i]).text), startNode(way.facts[i]) = way.seen[i]]]] AS paths
