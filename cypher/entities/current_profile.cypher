// A fragment: when the profile of an entity was written, if it is younger than every change of what it may rest on
// (entities/unchanged_since). To be included in a CALL (e, now).
// Variables: e NODE, now DATETIME. Parameter: $brain STRING. Returns: profileAt DATETIME|null (null = no profile, or an outdated one)
WITH e, now, CASE WHEN e.profile IS NOT NULL THEN e.profileRefreshedAt END AS writtenAt
RETURN CASE WHEN writtenAt IS NOT NULL AND
  // include: entities/unchanged_since
THEN writtenAt END AS profileAt
