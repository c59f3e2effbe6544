// The paths of the items under a path, sorted. Parameters: $brain STRING, $prefix STRING (of the path; '' = all). Returns: path STRING
CYPHER 25
// include: items/under_path
RETURN DISTINCT n.path AS path ORDER BY path
