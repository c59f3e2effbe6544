// A fragment: moments in time order, one row each; if there are more than $limit, in $limit groups of equally many moments.
// Variables: at DATETIME|null (one row per change). Parameters: $limit INTEGER
// Returns rows: at INTEGER (the last moment of the group, in microseconds since 1970: equal times may have unequal zones),
// changes INTEGER, moments INTEGER (how many are in the group); earliest first
WITH at.epochSeconds * 1000000 + at.microsecond AS at WHERE at IS NOT NULL
WITH at, count(*) AS changes ORDER BY at
WITH collect({at: at, changes: changes}) AS every
UNWIND range(0, size(every) - 1) AS place
WITH every[place] AS one, CASE WHEN size(every) <= $limit THEN place ELSE place * $limit / size(every) END AS part
WITH part, max(one.at) AS at, sum(one.changes) AS changes, count(*) AS moments
RETURN at, changes, moments ORDER BY at
