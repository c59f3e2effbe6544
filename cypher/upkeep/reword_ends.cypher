// Ends that were put to a forgotten fact and to another that stays: they have its words now, and are about it.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $ends [{id, text, about}], $statements LIST<STRING> (gone)
CYPHER 25
UNWIND $ends AS x
MATCH (s:Statement {brain: $brain, id: x.id})
SET s.text = x.text, s.about = CASE WHEN s.about IN $statements THEN x.about ELSE s.about END
