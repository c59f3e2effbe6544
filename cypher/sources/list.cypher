// A page of the sources of a brain, by name: those of its episodes, and those that have a trust. An episode without a source, or
// with an empty one, belongs to none.
// Parameters: $brain STRING, $after STRING (the last name of the page before; '' = from the start), $limit INTEGER
// Returns: as sources/source_row
CYPHER 25
CALL () {
  CALL () {
    MATCH (ep:Episode) USING INDEX SEEK ep:Episode(brain, source)
    WHERE ep.brain = $brain AND ep.source > $after
    RETURN ep.source AS name, count(*) AS episodes ORDER BY name LIMIT $limit
  }
  RETURN name, episodes
  UNION ALL
  CALL () {
    MATCH (set:Source {brain: $brain}) WHERE set.id > $after
    RETURN set.id AS name ORDER BY name LIMIT $limit
  }
  RETURN name, 0 AS episodes
}
WITH name, sum(episodes) AS episodes ORDER BY name LIMIT $limit
// include: sources/source_row
ORDER BY name
