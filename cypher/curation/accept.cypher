// Marks a fact that another one ended as looked at by a person, in the version that the person saw, or removes the mark. No version
// is created.
// Mode: WRITE. Parameters: $brain STRING, $factId STRING, $accepted BOOLEAN (false = remove the mark), $by STRING|null (who),
// $version DATETIME|null (recordedAt of the version that was seen; null = the present one)
// Returns one row: found, overturned, seen (the version is still the present one) BOOLEAN, acceptedAt DATETIME|null, acceptedBy
// STRING|null; nothing was written unless all three are true
CYPHER 25
OPTIONAL MATCH ()-[f:FACT {brain: $brain, factId: $factId}]->()
WITH f, coalesce(f.closedReason IN ['superseded', 'contradicted'], false) AS overturned, coalesce(f.recordedAt = $version, true) AS seen
FOREACH (x IN CASE WHEN overturned AND seen THEN [f] ELSE [] END |
  SET x.acceptedAt = CASE WHEN $accepted THEN datetime.realtime() END, x.acceptedBy = CASE WHEN $accepted THEN $by END,
      x.acceptedVersion = CASE WHEN $accepted THEN x.recordedAt END)
RETURN f IS NOT NULL AS found, overturned, seen, f.acceptedAt AS acceptedAt, f.acceptedBy AS acceptedBy
