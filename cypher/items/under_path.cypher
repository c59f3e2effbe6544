// A fragment: the items under a path that have not expired. Parameters: $brain STRING, $prefix STRING (of the path; '' = all).
// Returns: n NODE
MATCH (n:Item) USING INDEX SEEK n:Item(brain, path, key)
WHERE n.brain = $brain AND n.path STARTS WITH $prefix AND n.key >= '' AND (n.expiresAt IS NULL OR n.expiresAt > datetime.realtime())
