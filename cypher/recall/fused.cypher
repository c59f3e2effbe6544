// A fragment: weighted rank fusion. The score of a candidate is the sum over the lists of weight / (10 + rank); rank counts
// from 1 by the list's own score, ties by id. To be included in a CALL (lists).
// Variables: lists LIST<MAP> {weight FLOAT, hits LIST<MAP> {id, score, x (the candidate)}}. Parameters: none
// Returns: x, id STRING, score FLOAT
UNWIND lists AS list
CALL (list) {
  UNWIND list.hits AS hit
  WITH hit ORDER BY hit.score DESC, hit.id
  WITH collect(hit) AS hits
  UNWIND range(0, size(hits) - 1) AS i
  RETURN hits[i] AS hit, list.weight / (11 + i) AS part
}
WITH hit.id AS id, head(collect(hit.x)) AS x, sum(part) AS score
RETURN x, id, score
