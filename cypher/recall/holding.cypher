// A fragment of recall: whether a fact may be recalled at a moment, and has not ended by then. Variables: f RELATIONSHIP. To be included
// after a WHERE. Parameter: $q MAP, of which: at DATETIME
(f.tStart <= $q.at OR (f.kind = 'plan' AND f.lastConfirmedAt <= $q.at)) AND (f.tEnd > $q.at OR f.kind = 'event')
