// A fragment: the group that a statement or a fact belongs to. To be included in a CALL (s).
// Variable: s NODE|RELATIONSHIP with subjectId, relation, objectId. Parameter: $brain STRING
// Returns: subjectId, relation, objectId (null: all values of the subject and relation, because they exclude each other)
OPTIONAL MATCH (rt:RelationType {brain: $brain, name: s.relation})
RETURN s.subjectId AS subjectId, s.relation AS relation,
  CASE WHEN coalesce(rt.cardinality, 'many') = 'one' AND coalesce(rt.per, 'subject') <> 'pair' THEN null ELSE s.objectId END AS objectId
