// A page of the items under a path. Parameters: $brain STRING, $prefix STRING (of the path; '' = all), $order STRING (newest, oldest: by their
// first version; updated: latest version first), $skip INTEGER, $limit INTEGER
// Returns: as items/item_row
CYPHER 25
CALL () {
  // include: items/under_path
  RETURN n
  ORDER BY CASE $order WHEN 'oldest' THEN n.createdAt END, CASE $order WHEN 'newest' THEN n.createdAt END DESC, n.updatedAt DESC
  SKIP toInteger($skip) LIMIT toInteger($limit)
}
WITH n, null AS score
RETURN
// include: items/item_row
ORDER BY CASE $order WHEN 'oldest' THEN created_at END, CASE $order WHEN 'newest' THEN created_at END DESC, updated_at DESC
