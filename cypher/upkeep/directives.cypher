// A page of the directives of a brain, newest first.
// Parameters: $brain STRING, $superseded BOOLEAN (whether those that are superseded are listed), $before STRING (id of the last one of the
// page before; '~' = from the newest), $limit INTEGER
// Returns: directive MAP (upkeep/directive_row)
CYPHER 25
MATCH (d:Directive {brain: $brain}) WHERE d.id < $before AND ($superseded OR d.supersededBy IS NULL)
WITH d ORDER BY d.id DESC LIMIT $limit
WITH
  // include: upkeep/directive_row
RETURN directive
