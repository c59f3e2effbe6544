// A fragment of recall: whether a fact may be recalled at a time, and has not ended by then. Variables: f RELATIONSHIP. To be
// included after a WHERE. Parameter: $q MAP, of which: at DATETIME
(f.tEnd > $q.at OR f.kind = 'event') AND
// include: recall/has_begun
