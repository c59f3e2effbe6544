// Stage 7, first statement: take the lock, check the revision, set the system time. No row: nothing may be written.
// Mode: WRITE. Parameters:
//   $brain STRING
//   $revision INTEGER|null   the revision at which the reads were made; null if the lock was taken before reading
//   $commits INTEGER         number of commits that it counts for: one per episode of a group commit
//   $records INTEGER         number of records that share this commit; record n is stamped n microseconds after the first
//   $episodes [{id, lease|null}]  the episodes of the commit, with the fencing tokens of the workers that hold them
//   $entities LIST<STRING> (keys of entities that it makes), $seen LIST<STRING> (ids of entities that it has read), $values
//   [{key, id}] (values that it states)
// Returns: revision (of the last of its commits), recordedAt, unsettled BOOLEAN (as procedures/lock). No row = another writer was faster, or an episode is extracted
// already.
CYPHER 25 replan=skip
// include: ingest/lock_brain
// A brain that was deleted and made anew may have come to the same revision: what the plan read has to be there still.
WITH b WHERE $revision IS NULL OR (b.revision = $revision AND none(key IN $entities WHERE EXISTS { MATCH (e:Entity {brain: $brain, key: key}) USING INDEX e:Entity(brain, key) })
  AND all(id IN $seen WHERE EXISTS { MATCH (e:Entity {brain: $brain, id: id}) USING INDEX e:Entity(brain, id) })
  AND none(x IN $values WHERE EXISTS { MATCH (v:Value {brain: $brain, key: x.key}) USING INDEX v:Value(brain, key) WHERE v.id <> x.id }))
WITH b WHERE all(x IN $episodes WHERE EXISTS { MATCH (ep:Episode {brain: $brain, id: x.id}) USING INDEX ep:Episode(brain, id) WHERE ep.status <> 'extracted' AND (x.lease IS NULL OR ep.lease = x.lease) })
WITH b, datetime.truncate('microsecond', datetime.realtime()) AS clock
WITH b, CASE WHEN clock > b.lastRecordedAt THEN clock ELSE b.lastRecordedAt + duration({microseconds: 1}) END AS stamp
SET b.revision = b.revision + $commits, b.lastRecordedAt = stamp + duration({microseconds: $records - 1}), b.commitBegunAt = stamp
RETURN b.revision AS revision, stamp AS recordedAt, EXISTS { MATCH (u:Unsettled {brain: $brain}) WHERE u.id >= '' } AS unsettled
