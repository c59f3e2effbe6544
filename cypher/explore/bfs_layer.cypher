// A fragment: one layer of a breadth-first search over visible facts. A node with too many facts gives only its best: by
// importance and confidence, then by the last confirmation. Values end a path. To be included once per hop.
// Variables in and out: at, known (DATETIME), hits LIST<MAP> {fact, node, start, facts, weight}, frontier LIST<MAP> (the hits
// to continue from), visited LIST<NODE>
// Parameters: $hops INTEGER, $limit INTEGER (maximum number of facts), and those of explore/bfs_step: $knownAt, $direction, $events
CALL (at, known, hits, frontier) {
  UNWIND frontier AS one
  WITH one, at, known WHERE size(one.facts) < $hops
  CALL (one, at, known) {
    WITH one.node AS x, one, at, known
    CALL (x, at, known) {
      // include: explore/bfs_step
    }
    WITH f, y, one, f.importance * f.confidence AS weight
    WHERE NOT f IN one.facts
    ORDER BY weight DESC, f.lastConfirmedAt DESC, f.factId
    RETURN collect({fact: f, node: y, weight: weight}) AS found
  }
  WITH one, found[..CASE WHEN one.facts = [] THEN $limit ELSE 50 END] AS found
  UNWIND found AS x
  WITH x.fact AS f, head(collect({fact: x.fact, node: x.node, weight: x.weight, start: one.start, facts: one.facts + x.fact})) AS hit
  WHERE none(h IN hits WHERE h.fact = f)
  ORDER BY hit.weight DESC, f.lastConfirmedAt DESC, f.factId LIMIT $limit
  RETURN collect(hit) AS more
}
CALL (more, visited) {
  UNWIND more AS h
  WITH h.node AS node, head(collect(h)) AS h
  WHERE node:Entity AND NOT node IN visited
  RETURN collect(h) AS next
}
WITH at, known, (hits + more)[..$limit] AS hits, visited + [n IN next | n.node] AS visited,
     CASE WHEN size(hits) + size(more) < $limit THEN next ELSE [] END AS frontier
