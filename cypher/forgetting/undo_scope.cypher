// What a request to forget has hidden, before it is undone.
// Parameters: $brain STRING, $request STRING
// Returns one row: found BOOLEAN, undoneAt DATETIME|null, statements [{id, text, relation, subject, object, others [{id, names}] (requests that
// hide something in its episodes)}], copies [{id, kind, of, content, turn, request, metadata, searchText,
// names LIST<STRING> (what other requests still hide in it), whole BOOLEAN (another request hides something in it)}]
CYPHER 25
OPTIONAL MATCH (r:ForgetRequest {brain: $brain, id: $request})
CALL () {
  MATCH (s:Hidden {brain: $brain, hiddenBy: $request}) WHERE s.hiddenLabel = 'Statement'
  RETURN collect(s {.id, .text, .relation, subject: s.subjectSaid, object: s.objectSaid, others: COLLECT { MATCH (o:ForgetRequest {brain: $brain})
    WHERE o.id >= '' AND o.id <> $request AND o.undoneAt IS NULL AND any(id IN o.episodes WHERE id IN s.episodeIds) RETURN o {.id, .names} }}) AS statements
}
CALL () {
  MATCH (h:Hidden {brain: $brain}) WHERE h.id >= '' AND $request IN h.requests
  WITH h, [x IN h.requests WHERE x <> $request] AS others
  RETURN collect(h {.id, kind: h.copyOf, .of, .content, .turn, .request, .metadata, .searchText, whole: others <> [],
    names: COLLECT { UNWIND others AS id MATCH (o:ForgetRequest {brain: $brain, id: id}) UNWIND o.names AS name RETURN DISTINCT name }}) AS copies
}
RETURN r IS NOT NULL AS found, r.undoneAt AS undoneAt, statements, copies
