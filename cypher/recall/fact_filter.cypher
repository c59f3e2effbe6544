// A fragment: whether a fact passes the filters. Variables: f RELATIONSHIP, least FLOAT (confidence). To be included after a
// WHERE.
// Parameter: $q MAP, of which: relations, categories LIST<STRING> ([] = all), filtered BOOLEAN (an episode filter is set: the
// fact must come from such an episode), brain STRING, and those of recall/episode_filter: known, session, speaker, role, tags,
// metadata
f.confidence >= least AND ($q.relations = [] OR f.relation IN $q.relations)
  AND ($q.categories = [] OR f.category IN $q.categories)
  AND (NOT $q.filtered OR EXISTS {
    UNWIND f.episodeIds AS id
    MATCH (ep:Episode {brain: $q.brain, id: id}) USING INDEX SEEK ep:Episode(brain, id)
    WITH ep WHERE
    // include: recall/episode_filter
    RETURN ep
  })
