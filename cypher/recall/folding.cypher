// A fragment of recall: whether words are compared as they are, without accents and without English endings. To be included in a CALL ().
// Parameter: $q MAP, of which: brain STRING, folded BOOLEAN|null (null = as the brain's language wants it), foldedElse BOOLEAN (where that
// says nothing)
// Returns: folded BOOLEAN
OPTIONAL MATCH (b:Brain {id: $q.brain})
RETURN coalesce($q.folded, b.folded, $q.foldedElse) AS folded
