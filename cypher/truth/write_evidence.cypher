// Notes on which statements new statements rest. Each has a light :FactRef; -[:RESTS_ON {set}]-> leads to the evidence.
// Mode: WRITE. Parameters: $brain STRING, $rows [{id, subjectId, relation, objectId, set INTEGER, member}] (member: an id of the
// set of evidence with that number)
CYPHER 25
UNWIND $rows AS x
MERGE (ref:FactRef {brain: $brain, factId: x.id})
SET ref.subjectId = x.subjectId, ref.relation = x.relation, ref.objectId = x.objectId
MERGE (m:FactRef {brain: $brain, factId: x.member})
MERGE (ref)-[:RESTS_ON {set: x.set}]->(m)
WITH x
MATCH (s:Statement {brain: $brain, id: x.member})
SET s.carries = true
