// Rewords ends of both a forgotten fact and another one that stays: they get the words of the other fact, and refer to it.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $ends [{id, text, about}], $statements LIST<STRING> (gone)
CYPHER 25
UNWIND $ends AS x
MATCH (s:Statement {brain: $brain, id: x.id})
SET s.text = x.text, s.about = CASE WHEN s.about IN $statements THEN x.about ELSE s.about END
