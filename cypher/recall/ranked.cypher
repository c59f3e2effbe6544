// A fragment: ranks the candidates of a recall by weighted rank fusion and returns the best as nodes and edges (the recipe
// "fusion" of Python). To be included in a CALL (facts, episodes).
// Variables: facts LIST<LIST> as in recall/candidates, episodes LIST<LIST> as in recall/episodes
// Parameter: $q MAP, of which: brain STRING, k INTEGER, at DATETIME, known DATETIME, past BOOLEAN, includeClosed BOOLEAN,
// weights MAP
// Returns: rank INTEGER, score FLOAT, fact RELATIONSHIP|null, subject NODE|null, object NODE|null, episode NODE|null, signals
// MAP
CALL (facts) {
  WITH [
    {weight: 0.0, hits: [x IN facts | {id: x[0], score: 0.0, x: x}]},
    {weight: $q.weights.vector, hits: [x IN facts WHERE x[1] IS NOT NULL | {id: x[0], score: x[1], x: x}]},
    {weight: $q.weights.text, hits: [x IN facts WHERE x[2] IS NOT NULL | {id: x[0], score: x[2], x: x}]},
    {weight: $q.weights.walk, hits: [x IN facts WHERE x[3] > 0 | {id: x[0], score: 1.0 / x[3], x: x}]}
  ] AS lists
  CALL (lists) {
    // include: recall/fused
  }
  WITH x, id, score, $q.at.epochMillis AS at
  WHERE $q.includeClosed OR x[11] > at OR x[12] > at OR x[13] = 'event'
  WITH x, id, score ORDER BY score DESC, id LIMIT $q.k
  CALL (id) {
    MATCH ()-[f:FACT {brain: $q.brain, factId: id}]->() WHERE f.recordedAt <= $q.known
    RETURN f
    UNION ALL
    WITH id WHERE $q.past
    MATCH ()-[f:FACT_WAS {brain: $q.brain, factId: id}]->() WHERE f.recordedAt <= $q.known AND $q.known < f.expiredAt
    RETURN f
  }
  RETURN collect({score: score, fact: f, signals: {vector: 2 * x[1] - 1, text: x[2], walk: 1.0 / x[3]}}) AS bestFacts
}
CALL (facts, episodes) {
  CALL (facts) {
    UNWIND facts AS x
    WITH x WHERE x[1] IS NOT NULL
    UNWIND x[16] AS id
    WITH id, max(x[1]) AS near
    RETURN collect({id: id, near: near}) AS nearest
  }
  WITH [e IN episodes | {e: e, near: head([n IN nearest WHERE n.id = e[0] | n.near])}] AS found
  WITH [
    {weight: 0.0, hits: [x IN found | {id: x.e[0], score: 0.0, x: x}]},
    {weight: $q.weights.turnText, hits: [x IN found WHERE x.e[1] IS NOT NULL | {id: x.e[0], score: x.e[1], x: x}]},
    {weight: $q.weights.turn, hits: [x IN found WHERE x.e[2] IS NOT NULL | {id: x.e[0], score: x.e[2], x: x}]},
    {weight: $q.weights.context, hits: [x IN found WHERE x.e[3] IS NOT NULL | {id: x.e[0], score: x.e[3], x: x}]},
    {weight: $q.weights.fact, hits: [x IN found WHERE x.near IS NOT NULL | {id: x.e[0], score: x.near, x: x}]}
  ] AS lists
  CALL (lists) {
    // include: recall/fused
  }
  WITH x, id, score ORDER BY score DESC, x.e[6] DESC, id LIMIT $q.k
  MATCH (ep:Episode {brain: $q.brain, id: id})
  RETURN collect({score: score, episode: ep,
    signals: {text: x.e[1], turn: 2 * x.e[2] - 1, context: 2 * x.e[3] - 1, facts: 2 * x.near - 1}}) AS bestEpisodes
}
UNWIND [i IN range(0, size(bestFacts) - 1) | [i + 1, bestFacts[i]]] + [i IN range(0, size(bestEpisodes) - 1) | [i + 1, bestEpisodes[i]]] AS one
WITH one[0] AS rank, one[1] AS found
RETURN rank, found.score AS score, found.fact AS fact, startNode(found.fact) AS subject, endNode(found.fact) AS object,
       found.episode AS episode, found.signals AS signals
