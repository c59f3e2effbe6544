// A page of the items under a path, those whose text is most like a question first, and last those without a text. They are compared
// one by one. Parameters: $brain STRING, $prefix STRING (of the path; '' = all), $vector VECTOR, $skip INTEGER, $limit INTEGER
// Returns: as items/item_row
CYPHER 25
CALL () {
  // include: items/under_path
  WITH n, CASE WHEN n.embedding IS NOT NULL THEN vector.similarity.cosine(n.embedding, $vector) END AS score
  RETURN n, score ORDER BY coalesce(score, -1.0) DESC, n.updatedAt DESC SKIP toInteger($skip) LIMIT toInteger($limit)
}
RETURN
// include: items/item_row
ORDER BY coalesce(score, -1.0) DESC, updated_at DESC
