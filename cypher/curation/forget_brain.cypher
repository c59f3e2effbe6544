// Removes some thousand nodes of a brain; to be repeated until it has ended. The brain's own node, which is the lock, goes with
// the last of them: in a transaction of its own it might never be the last, since writers that wait for the lock go on. Each time the
// brain is in another state (ingest/read_names), so that no commit is made on what was read before.
// Mode: WRITE. Parameters: $brain STRING, $limit INTEGER (nodes of each label)
// Returns one row: gone INTEGER, ended BOOLEAN (nothing is left), kinds [{kind, count}] (how many nodes of each label were
// removed)
CYPHER 25
OPTIONAL MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp(), b.commitBegunAt = datetime.realtime()
WITH b
CALL () {
  CALL () { MATCH (n:Episode {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'episodes' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Chunk {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'chunks' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Statement {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'statements' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Condition {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'conditions' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Entity {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'entities' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Value {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'values' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Alias {brain: $brain}) WHERE n.norm >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'aliases' AS kind, c
  UNION ALL
  CALL () { MATCH (n:FactRef {brain: $brain}) WHERE n.factId >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'factRefs' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Unsettled {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'unsettled' AS kind, c
  UNION ALL
  CALL () { MATCH (n:EntityType {brain: $brain}) WHERE n.name >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'entityTypes' AS kind, c
  UNION ALL
  CALL () { MATCH (n:RelationType {brain: $brain}) WHERE n.name >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'relationTypes' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Source {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'sources' AS kind, c
  UNION ALL
  CALL () { MATCH (n:SourceRetraction {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'sourceRetractions' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Reextraction {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'reextractions' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Hidden {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'hidden' AS kind, c
  UNION ALL
  CALL () { MATCH (n:ForgetRequest {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'forgetRequests' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Change {brain: $brain}) WHERE n.revision >= 0 WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'changes' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Webhook {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'webhooks' AS kind, c
  UNION ALL
  CALL () { MATCH (n:DeadLetter {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'deadLetters' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Answer {brain: $brain}) WHERE n.key >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'answers' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Forgotten {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'forgotten' AS kind, c
  UNION ALL
  CALL () { MATCH (n:UpkeepJob {brain: $brain}) WHERE n.job >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'upkeepJobs' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Proposal {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'proposals' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Observation {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'observations' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Directive {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'directives' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Cluster {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'clusters' AS kind, c
  UNION ALL
  CALL () { MATCH (n:Item {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN 'items' AS kind, c
}
WITH b, sum(c) AS nodes, max(c) < $limit AS ended, collect({kind: kind, count: c}) AS kinds
WITH b, nodes, ended, kinds, CASE WHEN ended AND b IS NOT NULL THEN 1 ELSE 0 END AS last
FOREACH (x IN CASE WHEN last = 1 THEN [b] ELSE [] END | DELETE x)
RETURN nodes + last AS gone, ended, kinds
