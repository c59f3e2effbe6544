// The brains that were derived by earlier rules. Parameters: none. Returns: brain STRING
MATCH (b:Brain) WHERE b.outdated = true
RETURN b.id AS brain ORDER BY brain
