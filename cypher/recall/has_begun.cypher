// A fragment of recall: whether a fact has begun at a time, or is a plan that was stated by then. Variables: f RELATIONSHIP.
// To be included after a WHERE, at its end. Parameter: $q MAP, of which: at DATETIME (valid time)
(f.tStart <= $q.at OR (f.kind = 'plan' AND coalesce(f.firstStatedAt, f.lastConfirmedAt) <= $q.at))
