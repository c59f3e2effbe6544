// A fragment: every node of a brain except its own node and what is hidden, by label along the index of its key. Parameters: $brain STRING.
// Returns: n
MATCH (n:Episode {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:Chunk {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:Statement {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:Condition {brain: $brain}) WHERE n.id >= '' AND NOT EXISTS { (:Hidden)-[:HOLDS_WHILE|STARTS_WHEN]->(n) } RETURN n
UNION ALL
MATCH (n:Entity {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:Value {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:Alias {brain: $brain}) WHERE n.norm >= '' RETURN n
UNION ALL
MATCH (n:FactRef {brain: $brain}) WHERE n.factId >= '' RETURN n
UNION ALL
MATCH (n:EntityType {brain: $brain}) WHERE n.name >= '' RETURN n
UNION ALL
MATCH (n:RelationType {brain: $brain}) WHERE n.name >= '' RETURN n
UNION ALL
MATCH (n:Source {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:SourceRetraction {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:Reextraction {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:Answer {brain: $brain}) WHERE n.key >= '' RETURN n
UNION ALL
MATCH (n:Forgotten {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:Proposal {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:Observation {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:Directive {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:Cluster {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:Item {brain: $brain}) WHERE n.id >= '' RETURN n
UNION ALL
MATCH (n:Unsettled {brain: $brain}) WHERE n.id >= '' RETURN n
