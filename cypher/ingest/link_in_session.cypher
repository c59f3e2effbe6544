// A fragment: puts a new episode into its place in its session. To be included in a CALL (ep).
// Variables: ep NODE. Parameter: $brain STRING
// Returns: before LIST<NODE> (the one or two turns before it, nearest first)
CALL (ep) {
  MATCH (p:Episode {brain: $brain, sessionId: ep.sessionId})
  WHERE p.occurredAt <= ep.occurredAt AND p <> ep AND p.covers IS NULL
  WITH p ORDER BY p.occurredAt DESC, p.recordedAt DESC LIMIT 2
  RETURN collect(p) AS before
}
CALL (ep, before) {
  WITH ep, head(before) AS p WHERE p IS NOT NULL
  OPTIONAL MATCH (p)-[old:NEXT]->(n:Episode)
  FOREACH (x IN CASE WHEN n IS NULL THEN [] ELSE [n] END | CREATE (ep)-[:NEXT]->(x))
  DELETE old
  CREATE (p)-[:NEXT]->(ep)
}
CALL (ep, before) {
  WITH ep, before WHERE before = [] AND ep.sessionId IS NOT NULL
  MATCH (n:Episode {brain: $brain, sessionId: ep.sessionId}) WHERE n.occurredAt > ep.occurredAt AND n.covers IS NULL
  WITH ep, n ORDER BY n.occurredAt, n.recordedAt LIMIT 1
  CREATE (ep)-[:NEXT]->(n)
}
RETURN before
