// A fragment of recall: whether word comparison ignores accents and does not stem English endings. To be included in a CALL ().
// Parameter: $q MAP, of which: brain STRING, folded BOOLEAN|null (null = according to the brain's language), foldedElse
// BOOLEAN (if the brain has no language)
// Returns: folded BOOLEAN
OPTIONAL MATCH (b:Brain {id: $q.brain})
RETURN coalesce($q.folded, b.folded, $q.foldedElse) AS folded
