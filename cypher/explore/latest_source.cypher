// A fragment: the latest of some episodes, with the beginning of its text. To be included in a CALL.
// Variable: ids LIST<STRING>|null. Parameter: $brain STRING
// Returns: source MAP {id, speaker, occurredAt, content (at most 20,000 characters)}; no row if there is none
UNWIND ids[-20..] AS id
MATCH (ep:Episode {brain: $brain, id: id})
WITH ep ORDER BY ep.occurredAt DESC, ep.id DESC LIMIT 1
RETURN ep {.id, .speaker, .occurredAt, content: left(ep.content, 20000)} AS source
