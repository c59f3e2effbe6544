// A fragment: derives the groups of some pairs again. To be included behind `UNWIND … AS pair`.
// Variable: pair MAP, as in settle.cypher. Parameters: $brain STRING, $vectors MAP, $deferred BOOLEAN, $limits MAP, as there.
// Returns: as settle.cypher
//
// Rules. A group is a set of statements that can exclude each other: all values of (subject, relation) or (relation, object)
// if the relation's cardinality is one, else a single value. A statement covers the time from its start to the first of: its
// own end; a stated end of the same value after its start; for cardinality one, the first start of another value after its
// start. Of equal starts the later occurredAt wins, then the confidence, then the key. An assumed start at which the value
// already holds is bound by that value's stated end. Covers of a value that overlap or touch are one period, unless a stated
// end lies exactly between them. A period's ids, sentences and confidence are derived from its statements only, so that the order
// of arrival does not matter. An event holds for its own interval; it does not cut another value and is not cut by one. A plan
// gives way when the same value is later stated to have begun: its real start counts, not the planned one. A statement whose
// two ends are one entity after a merge supports nothing as long as the merge holds.
// An assumed start yields to a stated start of another value that was said later (R3): it takes no effect while that value holds.
// What does not hold has no effect: a statement whose evidence does not stand at its start has no period, and it neither ends
// another value nor wins a tie. The cover of a statement ends when its evidence does.
// What an assistant said about a user (`secondHand`) does not override what the user said with higher confidence: while that
// holds, it has no period and does not end it.
// A symmetric relation has no direction: both directions are one value, worded like its best statement. With cardinality one it
// excludes every other value that shares an end with it (an entity is married to one entity only), so that all connected
// values are settled together.
// The reads of a group are in a CALL of their own that names the index: otherwise a plan made on a nearly empty graph would
// read all statements of the brain and then filter, and would be kept while the graph grows.
OPTIONAL MATCH (rt:RelationType {brain: $brain, name: pair.relation})
WITH pair {.*, watched: rt.watched} AS pair, coalesce(rt.cardinality, 'many') = 'one' AS one, coalesce(rt.per, 'subject') AS per, coalesce(rt.symmetric, false) AS both
WITH CASE
       WHEN both AND one AND per <> 'pair' AND pair.among IS NULL
         THEN {scope: 'both', one: true, subjectId: pair.subjectId, relation: pair.relation, objectId: coalesce(pair.objectId, ''), among: null}
       WHEN both AND one AND per <> 'pair' THEN {scope: 'both', one: true, subjectId: '', relation: pair.relation, objectId: '', among: pair.among}
       WHEN both AND pair.objectId IS NULL THEN {scope: 'both', one: false, subjectId: pair.subjectId, relation: pair.relation, objectId: '', among: null}
       WHEN both AND pair.objectId < pair.subjectId THEN {scope: 'two', one: false, subjectId: pair.objectId, relation: pair.relation, objectId: pair.subjectId}
       WHEN both THEN {scope: 'two', one: false, subjectId: pair.subjectId, relation: pair.relation, objectId: pair.objectId}
       WHEN one AND per = 'subject' THEN {scope: 'subject', one: true, subjectId: pair.subjectId, relation: pair.relation, objectId: ''}
       WHEN one AND per = 'object' THEN {scope: 'object', one: true, subjectId: '', relation: pair.relation, objectId: pair.objectId}
       WHEN pair.objectId IS NULL THEN {scope: 'subject', one: false, subjectId: pair.subjectId, relation: pair.relation, objectId: ''}
       ELSE {scope: 'value', one: false, subjectId: pair.subjectId, relation: pair.relation, objectId: pair.objectId}
     END AS g, max(pair.recordedAt) AS stamp, head(collect(pair)) AS pair
WITH *, CASE WHEN g.scope = 'both' AND g.among IS NULL THEN pair {.*, one: g.one} END AS open
WITH g, pair, stamp, open, datetime('0001-01-01T00:00:00Z') AS past, datetime('9999-12-31T00:00:00Z') AS future,
  COLLECT {
    UNWIND CASE g.scope WHEN 'subject' THEN [g] ELSE [] END AS h
    CALL (h) {
      MATCH (s:Statement {brain: $brain, subjectId: h.subjectId, relation: h.relation})
      USING INDEX s:Statement(brain, subjectId, relation, objectId)
      WHERE s.objectId IS NOT NULL
      RETURN s
    }
    WITH s WHERE s.recordedAt <= stamp AND coalesce(s.withdrawnAt > stamp, true) AND s.subjectId <> s.objectId
      AND none(i IN range(0, coalesce(size(s.away), 0) - 2, 2) WHERE s.away[i] <= stamp AND stamp < s.away[i + 1])
    RETURN s
    UNION ALL
    UNWIND CASE g.scope WHEN 'object' THEN [g] ELSE [] END AS h
    CALL (h) {
      MATCH (s:Statement {brain: $brain, objectId: h.objectId, relation: h.relation})
      USING INDEX s:Statement(brain, objectId, relation)
      RETURN s
    }
    WITH s WHERE s.recordedAt <= stamp AND coalesce(s.withdrawnAt > stamp, true) AND s.subjectId <> s.objectId
      AND none(i IN range(0, coalesce(size(s.away), 0) - 2, 2) WHERE s.away[i] <= stamp AND stamp < s.away[i + 1])
    RETURN s
    UNION ALL
    UNWIND CASE WHEN g.scope = 'two' AND g.subjectId <> g.objectId THEN [[g.subjectId, g.objectId], [g.objectId, g.subjectId]]
      WHEN g.scope IN ['value', 'two'] THEN [[g.subjectId, g.objectId]] ELSE [] END AS way
    CALL (g, way) {
      MATCH (s:Statement {brain: $brain, subjectId: way[0], relation: g.relation, objectId: way[1]})
      USING INDEX s:Statement(brain, subjectId, relation, objectId)
      RETURN s
    }
    WITH s WHERE s.recordedAt <= stamp AND coalesce(s.withdrawnAt > stamp, true) AND s.subjectId <> s.objectId
      AND none(i IN range(0, coalesce(size(s.away), 0) - 2, 2) WHERE s.away[i] <= stamp AND stamp < s.away[i + 1])
    RETURN s
    UNION ALL
    UNWIND CASE g.scope WHEN 'both' THEN coalesce(g.among, []) ELSE [] END AS id
    CALL (g, id) {
      MATCH (s:Statement {brain: $brain, subjectId: id, relation: g.relation}) USING INDEX s:Statement(brain, subjectId, relation, objectId)
      WHERE s.objectId IS NOT NULL
      RETURN s
      UNION
      MATCH (s:Statement {brain: $brain, objectId: id, relation: g.relation}) USING INDEX s:Statement(brain, objectId, relation)
      RETURN s
    }
    WITH DISTINCT g, s
    WHERE s.recordedAt <= stamp AND coalesce(s.withdrawnAt > stamp, true) AND s.subjectId <> s.objectId
      AND none(i IN range(0, coalesce(size(s.away), 0) - 2, 2) WHERE s.away[i] <= stamp AND stamp < s.away[i + 1])
    RETURN s
  } AS statements,
  COLLECT {
    UNWIND CASE g.scope WHEN 'subject' THEN [g] ELSE [] END AS h
    CALL (h) {
      MATCH ()-[f:FACT {brain: $brain, subjectId: h.subjectId, relation: h.relation}]->()
      USING INDEX f:FACT(brain, subjectId, relation, objectId)
      WHERE f.objectId IS NOT NULL
      RETURN f
    }
    RETURN f
    UNION ALL
    UNWIND CASE g.scope WHEN 'object' THEN [g] ELSE [] END AS h
    CALL (h) {
      MATCH ()-[f:FACT {brain: $brain, objectId: h.objectId, relation: h.relation}]->() USING INDEX f:FACT(brain, objectId, relation)
      RETURN f
    }
    RETURN f
    UNION ALL
    UNWIND CASE WHEN g.scope = 'two' AND g.subjectId <> g.objectId THEN [[g.subjectId, g.objectId], [g.objectId, g.subjectId]]
      WHEN g.scope IN ['value', 'two'] THEN [[g.subjectId, g.objectId]] ELSE [] END AS way
    CALL (g, way) {
      MATCH ()-[f:FACT {brain: $brain, subjectId: way[0], relation: g.relation, objectId: way[1]}]->()
      USING INDEX f:FACT(brain, subjectId, relation, objectId)
      RETURN f
    }
    RETURN f
    UNION ALL
    UNWIND CASE g.scope WHEN 'both' THEN coalesce(g.among, []) ELSE [] END AS id
    CALL (g, id) {
      MATCH ()-[f:FACT {brain: $brain, subjectId: id, relation: g.relation}]->() USING INDEX f:FACT(brain, subjectId, relation, objectId) WHERE f.objectId IS NOT NULL
      RETURN f
      UNION
      MATCH ()-[f:FACT {brain: $brain, objectId: id, relation: g.relation}]->() USING INDEX f:FACT(brain, objectId, relation)
      RETURN f
    }
    WITH DISTINCT f
    RETURN f
  } AS facts
WITH g, pair, stamp, open, past, future, facts,
  [s IN statements WHERE s.action = 'holds' | {
    sid: s.id, fid: s.factId, value: CASE WHEN g.scope = 'object' THEN s.subjectId WHEN NOT g.scope IN ['both', 'two'] THEN s.objectId
      WHEN s.subjectId < s.objectId THEN s.subjectId + '|' + s.objectId ELSE s.objectId + '|' + s.subjectId END,
    key: CASE WHEN g.scope = 'object' THEN s.subjectKey WHEN NOT g.scope IN ['both', 'two'] THEN s.objectKey
      WHEN s.subjectKey < s.objectKey THEN s.subjectKey + '|' + s.objectKey ELSE s.objectKey + '|' + s.subjectKey END,
    ends: CASE WHEN g.scope = 'both' THEN [s.subjectId, s.objectId] ELSE [g.relation] END,
    at: coalesce(s.at, past), until: coalesce(s.until, future), stated: s.startStated, event: s.kind = 'event', plan: s.kind = 'plan',
    occurred: s.occurredAt, recorded: s.recordedAt, confidence: s.confidence, second: s.secondHand IS NOT NULL, text: s.text, node: s,
    details: s.details, verdict: s.verdict}] AS holds,
  [s IN statements WHERE s.action = 'ends' | {
    value: CASE WHEN g.scope = 'object' THEN s.subjectId WHEN NOT g.scope IN ['both', 'two'] THEN s.objectId
      WHEN s.subjectId < s.objectId THEN s.subjectId + '|' + s.objectId ELSE s.objectId + '|' + s.subjectId END,
    at: coalesce(s.at, past), why: coalesce(s.reason, 'retracted'), by: coalesce(s.closedBy, s.id), precision: s.atPrecision,
    confidence: s.confidence, second: s.secondHand IS NOT NULL, node: s}] AS ends
// A judge's verdict on a sentence, ['same' or 'refines', the details of the sentence that was told], counts for every statement with
// that sentence. A sentence that says the same has the details of that one, a sentence that refines it has both.
WITH g, pair, stamp, open, past, future, facts, ends, CASE WHEN none(h IN holds WHERE h.verdict IS NOT NULL) THEN holds ELSE
  [h IN holds | head([v IN [coalesce(h.verdict, head(COLLECT { UNWIND holds AS j WITH j WHERE j.verdict IS NOT NULL AND j.value = h.value AND j.details = h.details
      RETURN j.verdict ORDER BY j.occurred DESC, j.confidence DESC, j.text DESC, j.sid DESC LIMIT 1 }))] | CASE WHEN v IS NULL THEN h
      WHEN v = ['same'] THEN h {.sid, .fid, .value, .key, .ends, .at, .until, .stated, .event, .plan, .occurred, .recorded, .confidence, .second, .text, .node, echo: true}
      ELSE h {.*, refines: v[0] = 'refines', basis: v[1..], details: CASE v[0] WHEN 'same' THEN v[1..] ELSE coalesce(h.details, []) + [w IN v[1..] WHERE NOT w IN coalesce(h.details, [])] END} END])] END AS holds
// A group that is held back keeps begun plans and second hand: they counted for what was said before they were outdone.
WITH g, pair, stamp, open, past, future, CASE WHEN $deferred AND (pair.watched OR any(h IN holds WHERE h.node.evidence IS NOT NULL OR h.node.conditions IS NOT NULL)) THEN true ELSE false END AS held, facts, ends, holds
// `limit`: until when the evidence of a statement stands. A group with such statements is held back until the limits are known.
WITH g, pair, stamp, open, past, future, held, facts, ends,
  [h IN holds WHERE held OR NOT (h.plan AND any(x IN holds WHERE x.value = h.value AND NOT x.plan AND x.stated AND x.node.waits IS NULL AND x.occurred > h.occurred)) | h {.*,
    at: coalesce($limits[h.sid].walk.at, h.at), stated: h.stated AND h.node.waits IS NULL, walk: $limits[h.sid].walk, pending: $limits[h.sid].walk.pending,
    because: coalesce($limits[h.sid].walk.to, $limits[h.sid].because), limit: CASE WHEN h.node.evidence IS NULL OR $limits[h.sid].walk IS NOT NULL THEN future
      ELSE coalesce($limits[h.sid].at, head(COLLECT { MATCH (ref:FactRef {brain: $brain, factId: h.sid}) RETURN ref.limit }), future) END}] AS holds
// Second hand: at its start another value holds that the user said with higher confidence, so it has no period. A value that yields
// to that one does not take its place. What waits for its condition says nothing against it, and does not say that a plan has begun.
WITH g, pair, held, stamp, open, past, future, facts, holds, ends,
  [h IN holds WHERE NOT held AND g.one AND h.second AND NOT h.event AND any(x IN holds WHERE NOT x.second AND NOT x.event AND x.node.waits IS NULL AND x.value <> h.value
     AND any(e IN x.ends WHERE e IN h.ends) AND x.confidence > h.confidence AND x.at <= h.at AND h.at < x.until
     AND none(e IN ends WHERE e.value = x.value AND e.at > x.at AND e.at <= h.at AND NOT (e.second AND e.confidence < x.confidence))
     AND none(y IN holds WHERE NOT y.second AND NOT y.event AND y.node.waits IS NULL AND y.value <> x.value AND any(e IN y.ends WHERE e IN x.ends) AND y.at > x.at AND y.at <= h.at
       AND NOT (x.stated AND NOT y.stated AND x.occurred > y.occurred))
     AND (x.stated OR none(z IN holds WHERE z.value = x.value AND z.node.waits IS NULL AND z.at <= x.at AND x.at < z.until AND z.until <= h.at))) | h.sid] AS unheard
WITH g, pair, held, stamp, open, past, future, facts, ends, [h IN holds WHERE h.sid IN unheard | {statementId: h.sid, text: h.text, at: h.at, why: 'second_hand'}] AS unheard,
  COLLECT { UNWIND holds AS h WITH h WHERE NOT h.sid IN unheard RETURN h ORDER BY h.at, h.occurred DESC, h.confidence DESC, h.key DESC, h.sid } AS holds
// The starts that take effect, earliest first. Of equal starts one value wins. An assumed start yields to a value that holds then,
// if that value's start was stated and was said later; it does not yield if a stated start ends that value then in any case.
WITH g, pair, held, stamp, open, past, future, facts, ends, unheard, holds, reduce(s = {found: [], tried: [], lost: []}, h IN holds | head([no IN [CASE
    WHEN NOT g.one OR h.event THEN {}
    WHEN any(x IN s.found WHERE x.at = h.at AND x.value <> h.value AND NOT x.event AND any(e IN x.ends WHERE e IN h.ends)) THEN {why: 'equal_start'}
    WHEN h.stated THEN {}
    ELSE head([over IN [[x IN s.found WHERE x.stated AND x.occurred > h.occurred AND x.at < h.at AND h.at < x.until AND h.at < x.limit AND x.value <> h.value
                 AND NOT x.event AND any(e IN x.ends WHERE e IN h.ends) AND NOT (x.second AND NOT h.second AND x.confidence < h.confidence)
                 AND none(e IN ends WHERE e.value = x.value AND e.at > x.at AND e.at <= h.at AND NOT (e.second AND NOT x.second AND e.confidence < x.confidence))
                 AND none(y IN s.found WHERE y.at > x.at AND y.value <> x.value AND NOT y.event AND any(e IN y.ends WHERE e IN x.ends))
                 AND none(y IN holds WHERE y.at = h.at AND y.stated AND y.value <> x.value AND NOT y.event AND any(e IN y.ends WHERE e IN x.ends))]] |
      CASE over WHEN [] THEN {} ELSE {why: 'yields',
        to: reduce(best = over[0], x IN over | CASE WHEN x.occurred > best.occurred OR (x.occurred = best.occurred AND (x.confidence > best.confidence
              OR (x.confidence = best.confidence AND (x.key > best.key OR (x.key = best.key AND (x.at > best.at OR (x.at = best.at AND x.sid > best.sid))))))) THEN x ELSE best END)} END])
    END] |
  CASE WHEN h.walk.silent IS NOT NULL OR (h.walk IS NULL AND h.node.waits) THEN s {.found, .tried, lost: s.lost + [h {.*, why: coalesce(h.walk.silent, 'waiting'), to: head([x IN s.found WHERE x.sid = h.walk.to])}]}
       WHEN h.walk IS NOT NULL THEN s {found: s.found + [h], tried: s.tried + [h], .lost}
       WHEN h.limit <= h.at THEN s {.found, tried: CASE WHEN no.why IS NULL THEN s.tried + [h] ELSE s.tried END, lost: s.lost + [h {.*, why: 'unsupported'}]}
       WHEN no.why IS NULL THEN s {found: s.found + [h], tried: s.tried + [h], .lost}
       ELSE s {.found, .tried, lost: s.lost + [h {.*, why: no.why, to: no.to}]} END])) AS told
WITH g, pair, held, stamp, open, past, future, facts, ends, holds, told.found AS starts, told.tried AS tried, told.lost AS lost,
  unheard + [h IN told.lost | {statementId: h.sid, text: h.text, at: h.at, why: h.why}] AS ties
// The end of each statement's cover, and its reason. What starts at the stated end of another value or later does not end it.
WITH g, pair, held, stamp, open, past, future, facts, ends, ties, holds, lost, [h IN tried | h {.*, cut: CASE WHEN h.walk IS NOT NULL THEN {t: h.walk.until, why: h.walk.why, by: h.walk.by, precision: coalesce(
      CASE h.walk.why WHEN 'superseded' THEN head([x IN starts WHERE x.value = h.walk.by AND x.at = h.walk.until | x.node.atPrecision]) END,
      head([e IN ends WHERE e.value = h.value AND e.at = h.walk.until | e.precision]), head([x IN starts WHERE x.value = h.value AND x.until = h.walk.until | x.node.untilPrecision]))} ELSE reduce(
    first = {t: h.until, why: null, by: null, precision: h.node.untilPrecision}, x IN
      [e IN ends WHERE e.value = h.value AND e.at > h.at AND NOT (e.second AND NOT h.second AND e.confidence < h.confidence) | {t: e.at, why: e.why, by: e.by, precision: e.precision}]
    + [x IN starts WHERE g.one AND x.value <> h.value AND any(e IN x.ends WHERE e IN h.ends) AND x.at > h.at AND x.at < h.until AND NOT x.event AND NOT h.event |
        {t: x.at, why: 'superseded', by: x.value, precision: x.node.atPrecision}]
    + [x IN starts WHERE NOT h.stated AND h.until = future AND x.value = h.value AND x.until < future AND x.at <= h.at AND h.at < x.until AND h.at < x.limit
        AND none(e IN ends WHERE e.value = h.value AND e.at > x.at AND e.at <= h.at AND NOT (e.second AND NOT x.second AND e.confidence < x.confidence))
        AND none(r IN starts WHERE g.one AND NOT r.event AND NOT x.event AND r.value <> h.value
          AND any(e IN r.ends WHERE e IN x.ends) AND r.at > x.at AND r.at <= h.at) |
        {t: x.until, why: null, by: null, precision: x.node.untilPrecision}]
    | CASE WHEN x.t < first.t OR (x.t = first.t AND (x.why = 'superseded' OR first.why IS NULL)) THEN x ELSE first END) END}] AS covers
WITH g, pair, held, stamp, open, past, future, facts, ends, ties, lost,
  CASE WHEN NOT held THEN [] ELSE [h IN holds | {id: h.sid, group: g.subjectId + ' ' + g.relation + ' ' + coalesce(g.objectId, '') + ' ' + coalesce(g.among[0], ''), value: h.value, at: h.at, until: h.until,
    own: head([c IN covers WHERE c.sid = h.sid | c.cut.t]), sets: h.node.evidence, limit: h.limit, seam: any(e IN ends WHERE e.value = h.value AND e.at = h.at),
    alone: size(holds) = 1, ends: CASE WHEN g.one THEN h.ends ELSE [] END, subjectId: h.node.subjectId, relation: g.relation, objectId: h.node.objectId,
    key: h.key, occurred: h.occurred, action: 'holds', stated: h.stated, confidence: h.confidence, kind: h.node.kind, second: h.second, conditional: h.node.conditions IS NOT NULL, recorded: h.recorded, said: h.node.objectSaid, symmetric: g.scope IN ['both', 'two']}] END AS resting,
  CASE WHEN held THEN [e IN ends | {id: e.node.id, group: g.subjectId + ' ' + g.relation + ' ' + coalesce(g.objectId, '') + ' ' + coalesce(g.among[0], ''), value: e.value, at: e.at, ends: [], subjectId: e.node.subjectId,
    relation: g.relation, objectId: e.node.objectId, key: '', occurred: e.node.occurredAt, action: 'ends', stated: e.node.startStated, confidence: e.confidence, kind: e.node.kind, second: e.second, said: e.node.objectSaid, why: e.why, by: e.by, symmetric: g.scope IN ['both', 'two']}] END AS ending,
  CASE WHEN held THEN [] ELSE [c IN covers WHERE c.limit > c.at | CASE WHEN c.limit < c.cut.t THEN c {.*, cut: {t: c.limit, why: 'cascade', by: CASE c.because WHEN 'cycle' THEN null ELSE c.because END, precision: null}} ELSE c END] END AS covers
WITH g, CASE WHEN held THEN pair {.*, ending: ending, group: g.subjectId + ' ' + g.relation + ' ' + coalesce(g.objectId, '') + ' ' + coalesce(g.among[0], '')} ELSE pair END AS pair, held, stamp, open, past, future, CASE WHEN held THEN [] ELSE facts END AS facts, facts AS stored, ends, ties, CASE WHEN held THEN [] ELSE lost END AS lost, resting,
  COLLECT { UNWIND covers AS c WITH c WHERE c.at < c.cut.t RETURN c ORDER BY c.value, c.at, c.cut.t, coalesce(c.cut.why, ''), coalesce(c.cut.by, ''), c.sid } AS covers
// Covers that overlap or touch become one period.
WITH g, pair, held, stamp, open, past, future, facts, stored, resting, ties, lost, reduce(runs = [], c IN covers |
  CASE WHEN size(runs) > 0 AND runs[-1].value = c.value AND c.at <= runs[-1].cut.t
            AND NOT (c.at = runs[-1].cut.t AND any(e IN ends WHERE e.value = c.value AND e.at = c.at))
       THEN runs[..-1] + [{value: c.value, at: runs[-1].at, members: runs[-1].members + [c],
                           cut: CASE WHEN c.cut.t > runs[-1].cut.t THEN c.cut ELSE runs[-1].cut END}]
       ELSE runs + [{value: c.value, at: c.at, members: [c], cut: c.cut}] END) AS runs
// What yielded held some time before. It is told for the gap between the end of what is known before and the start that it
// yielded to; of several the last said.
WITH g, pair, held, stamp, open, past, future, facts, stored, resting, ties, lost, runs + COLLECT {
  UNWIND [h IN lost WHERE h.why = 'yields' AND h.node.evidence IS NULL AND h.node.conditions IS NULL AND h.to IS NOT NULL] AS h
  WITH h ORDER BY h.occurred DESC, h.confidence DESC, h.key DESC, h.at DESC, h.sid DESC
  WITH h.to AS x, head(collect(h)) AS h
  WITH x, h, reduce(t = past, r IN runs | CASE WHEN r.at < x.at AND r.cut.t > t AND any(e IN r.members[0].ends WHERE e IN h.ends) THEN r.cut.t ELSE t END) AS begun
  WHERE begun < x.at
  RETURN {value: h.value, at: begun, yielded: true, members: [h], cut: {t: x.at, why: 'superseded', by: x.value, precision: x.node.atPrecision}}
} AS runs
WITH g, pair, held, stamp, open, past, future, facts, stored, resting, ties, [h IN lost WHERE h.why IN ['unsupported', 'waiting'] | h {.sid, .because}] AS fallen, [r IN runs | r {.*,
  named: r.members + [h IN lost WHERE h.why = 'unsupported' AND h.value = r.value AND r.at <= h.at AND h.at < r.cut.t],
  evidence: CASE WHEN any(x IN r.members WHERE x.node.evidence IS NULL) THEN null
            ELSE COLLECT { UNWIND r.members AS x UNWIND x.node.evidence AS e WITH DISTINCT e RETURN e ORDER BY e } END,
  conditions: CASE WHEN any(x IN r.members WHERE x.node.conditions IS NULL) THEN null
            ELSE COLLECT { UNWIND r.members AS x UNWIND x.node.conditions AS c WITH DISTINCT c RETURN c ORDER BY c } END}] AS runs
// One sentence at each moment. A sentence with details is told from the start of its statement to the end of its cover, or to the
// start of one whose details conflict. Of equal starts the later said is told, and an assumed start yields to a stated start that
// was said later. Where several are told, one with more details replaces the one before it. The period is cut where its sentence
// changes; it is not cut where a judge found that a sentence refines the one before it and its start was only assumed.
WITH g, pair, held, stamp, open, past, future, facts, stored, resting, ties, fallen, [r IN runs | r {.*,
  told: CASE WHEN r.yielded IS NOT NULL OR none(m IN r.members WHERE m.details IS NOT NULL) THEN []
    ELSE COLLECT { UNWIND r.members AS m WITH m WHERE m.details IS NOT NULL RETURN m ORDER BY m.occurred DESC, m.confidence DESC, m.text DESC, m.sid DESC } END}] AS runs
WITH g, pair, held, stamp, open, past, future, facts, stored, resting, ties, fallen, [r IN runs | r {.*,
  told: [c IN r.told | c {.*, firm: reduce(t = c.cut.t, x IN r.told | CASE WHEN x.stated AND x.at > c.at AND x.at < t AND NOT (all(w IN x.details WHERE w IN c.details) OR all(w IN c.details WHERE w IN x.details)) THEN x.at ELSE t END)}]}] AS runs
WITH g, pair, held, stamp, open, past, future, facts, stored, resting, ties, fallen, [r IN runs | r {.*,
  told: reduce(kept = [], c IN r.told | CASE
    WHEN any(x IN kept WHERE x.at = c.at AND NOT (all(w IN x.details WHERE w IN c.details) OR all(w IN c.details WHERE w IN x.details))) THEN kept
    WHEN NOT c.stated AND any(x IN r.told WHERE x.stated AND x.occurred > c.occurred AND x.at <= c.at AND c.at < x.firm AND NOT (all(w IN x.details WHERE w IN c.details) OR all(w IN c.details WHERE w IN x.details))) THEN kept
    ELSE kept + [c] END)}] AS runs
WITH g, pair, held, stamp, open, past, future, facts, stored, resting, ties, fallen, [r IN runs | r {.*,
  told: COLLECT { UNWIND r.told AS c
    RETURN c {.*, until: reduce(t = c.cut.t, x IN r.told | CASE WHEN x.at > c.at AND x.at < t AND NOT (all(w IN x.details WHERE w IN c.details) OR all(w IN c.details WHERE w IN x.details)) THEN x.at ELSE t END)}
    ORDER BY c.at, c.occurred, c.confidence, c.text, c.sid }}] AS runs
WITH g, pair, held, stamp, open, past, future, facts, stored, resting, ties, fallen, [r IN runs | r {.*, pieces: CASE WHEN r.told = [] THEN [{at: r.at}] ELSE reduce(pieces = [],
  now IN COLLECT {
    UNWIND [r.at] + [c IN r.told | c.at] + [c IN r.told WHERE c.until < r.cut.t | c.until] AS t
    WITH DISTINCT t ORDER BY t
    RETURN {at: t, teller: reduce(told = null, c IN r.told | CASE WHEN c.at <= t AND t < c.until AND (told IS NULL
      OR (size(c.details) > size(told.details) AND all(w IN told.details WHERE w IN c.details))) THEN c ELSE told END)} } |
  CASE WHEN pieces <> [] AND coalesce(pieces[-1].teller.text, '') = coalesce(now.teller.text, '') THEN pieces
       WHEN pieces <> [] AND now.teller.refines AND NOT now.teller.stated AND now.teller.at = now.at AND all(w IN now.teller.basis WHERE w IN coalesce(pieces[-1].teller.details, []))
         AND all(w IN coalesce(pieces[-1].teller.details, []) WHERE w IN now.teller.details) THEN pieces[..-1] + [{at: pieces[-1].at, teller: now.teller}]
       ELSE pieces + [now] END) END}] AS runs
WITH g, pair, held, stamp, open, past, future, facts, stored, resting, ties, fallen, reduce(all = [], r IN runs | all + CASE WHEN size(r.pieces) = 1 THEN [r {.*, over: r.members, teller: r.pieces[0].teller}] ELSE
  [i IN range(0, size(r.pieces) - 1) | r {.*, at: r.pieces[i].at, teller: r.pieces[i].teller, whole: r.cut.t, inside: i > 0,
    cut: CASE WHEN i + 1 = size(r.pieces) THEN r.cut ELSE {t: r.pieces[i + 1].at, why: 'reworded', by: null, precision: r.pieces[i + 1].teller.node.atPrecision} END}] END) AS runs
WITH g, pair, held, stamp, open, past, future, facts, stored, resting, ties, fallen, [r IN runs | CASE WHEN r.whole IS NULL THEN r ELSE r {.*,
  over: [m IN r.members WHERE m.at < r.cut.t AND m.cut.t > r.at],
  members: CASE WHEN any(m IN r.members WHERE r.at <= m.at AND m.at < r.cut.t) THEN [m IN r.members WHERE r.at <= m.at AND m.at < r.cut.t]
    ELSE [m IN r.members WHERE m.at < r.cut.t AND m.cut.t > r.at] END,
  named: [m IN r.named WHERE r.at <= m.at AND m.at < r.cut.t]} END] AS runs
// A piece is named by the earliest recorded statement that starts in it, even if the evidence of that statement is gone; without
// one, after the sentence that ended.
WITH g, pair, held, stamp, open, past, future, facts, stored, resting, ties, fallen, [r IN runs | r {.*,
  best: coalesce(r.teller, reduce(m = null, x IN r.over | CASE WHEN x.details IS NOT NULL THEN m WHEN m IS NULL OR (m.echo AND x.echo IS NULL) THEN x WHEN x.echo AND m.echo IS NULL THEN m
          WHEN x.confidence > m.confidence OR (x.confidence = m.confidence AND (x.occurred > m.occurred OR (x.occurred = m.occurred AND x.text < m.text))) THEN x ELSE m END), r.over[0]),
  plain: r.teller IS NULL AND all(x IN r.over WHERE x.details IS NOT NULL),
  first: CASE WHEN r.named <> [] THEN reduce(m = r.named[0], x IN r.named | CASE WHEN x.recorded < m.recorded OR (x.recorded = m.recorded AND x.sid < m.sid) THEN x ELSE m END)
    ELSE {fid: head([c IN r.told WHERE c.until = r.at | c.sid]) + '~'} END}] AS runs
UNWIND CASE WHEN runs = [] THEN [null] ELSE range(0, size(runs) - 1) END AS i
WITH g, pair, held, stamp, open, past, future, facts, stored, resting, ties, fallen, runs, i, CASE WHEN i IS NULL THEN null ELSE runs[i] END AS r
WITH g, pair, held, stamp, open, past, future, facts, stored, resting, ties, fallen, collect(CASE WHEN r IS NULL THEN null ELSE {
    factId: r.first.fid, value: r.value, start: r.at, end: r.cut.t, why: r.cut.why,
    by: CASE r.cut.why WHEN 'superseded' THEN head([x IN runs WHERE x.value = r.cut.by AND x.yielded IS NULL AND x.at <= r.cut.t AND r.cut.t < x.cut.t | x.first.fid]) WHEN 'reworded' THEN runs[i + 1].first.fid ELSE r.cut.by END,
    endPrecision: r.cut.precision, evidence: r.evidence, conditions: r.conditions, pending: CASE WHEN all(x IN r.members WHERE x.pending) THEN true END, named: r.named, members: r.members, over: r.over, best: r.best.node, plain: r.plain, whole: r.whole, stated: any(x IN r.members WHERE x.stated AND x.at = r.at),
    startPrecision: head([x IN r.members WHERE x.at = r.at | x.node.atPrecision]),
    continues: CASE WHEN i > 0 AND runs[i - 1].value = r.value AND r.yielded IS NULL THEN runs[i - 1].first.fid END,
    supersedes: head([x IN runs WHERE x.value <> r.value AND x.cut.t = r.at AND x.cut.why = 'superseded' AND x.cut.by = r.value | x.first.fid]),
    subjectId: r.best.node.subjectId, objectId: r.best.node.objectId} END) AS pieces
WITH g, pair, held, stamp, open, facts, stored, ties, resting, fallen,
  [p IN pieces | {
    factId: p.factId, embeddingOf: CASE WHEN p.plain THEN null ELSE p.best.id END, subjectId: p.subjectId, objectId: p.objectId, because: p.by,
    versioned: {
      factText: CASE WHEN p.plain THEN p.best.subjectSaid + ' ' + replace(g.relation, '_', ' ') + ' ' + p.best.objectSaid ELSE p.best.text END, kind: p.best.kind,
      tValid: CASE WHEN p.start = past THEN null ELSE p.start END, tInvalid: CASE WHEN p.end = future THEN null ELSE p.end END,
      tValidPrecision: CASE WHEN p.start = past THEN null ELSE p.startPrecision END,
      tInvalidPrecision: CASE WHEN p.end = future THEN null ELSE p.endPrecision END,
      confidence: reduce(c = 0.0, x IN p.over | CASE WHEN x.confidence > c THEN x.confidence ELSE c END),
      category: p.best.category, origin: p.best.origin, evidence: p.evidence, conditions: p.conditions, pending: p.pending,
      supersedes: p.supersedes, supersededBy: CASE p.why WHEN 'superseded' THEN p.by END, closedBy: p.by, closedReason: p.why,
      continues: p.continues},
    rest: {
      brain: $brain, factId: p.factId, relation: g.relation, subjectId: p.subjectId, objectId: p.objectId, tStart: p.start, tEnd: p.end, tPeriodEnd: p.whole, startStated: p.stated,
      statementIds: [x IN p.named WHERE NOT x.sid IN [m IN p.members | m.sid] | x.sid] + [x IN p.members | x.sid],
      episodeIds: COLLECT { UNWIND p.members AS x UNWIND x.node.episodeIds AS e RETURN DISTINCT e },
      importance: reduce(c = 0.0, x IN p.members | CASE WHEN x.node.importance > c THEN x.node.importance ELSE c END),
      importanceCategory: p.best.importanceCategory, speaker: p.best.speaker, brainToken: p.best.brainToken,
      strength: CASE WHEN size(p.members) >= 3 THEN 1.0 ELSE (7.0 + size(p.members)) / 10 END,
      firstStatedAt: reduce(t = p.members[0].occurred, x IN p.members | CASE WHEN x.occurred < t THEN x.occurred ELSE t END),
      lastConfirmedAt: reduce(t = p.members[0].occurred, x IN p.members | CASE WHEN x.occurred > t THEN x.occurred ELSE t END)}}] AS pieces
WITH pair, held, stamp, open, ties, resting, pieces, fallen, stored, [f IN facts WHERE any(p IN pieces WHERE p.factId = f.factId AND p.subjectId = f.subjectId) | f.factId] AS known,
  [f IN facts WHERE any(p IN pieces WHERE p.factId = f.factId AND p.subjectId = f.subjectId)] AS kept,
  [f IN facts WHERE none(p IN pieces WHERE p.factId = f.factId AND p.subjectId = f.subjectId)] AS leaving
// Statements whose period may be another than before: the facts that rest on them are settled next.
WITH *, CASE WHEN held THEN [x IN resting | x.id] + COLLECT { UNWIND stored AS f UNWIND f.statementIds AS id RETURN id }
  ELSE COLLECT { UNWIND kept AS f UNWIND [id IN f.statementIds WHERE none(p IN pieces WHERE id IN p.rest.statementIds)
    OR any(p IN pieces WHERE p.factId = f.factId AND coalesce(p.rest.tPeriodEnd, p.rest.tEnd) <> coalesce(f.tPeriodEnd, f.tEnd))] AS id RETURN id } END AS touched
WITH *, [f IN leaving | f {.subjectId, .objectId, .factText, .embedding}] AS donors
// Removed: facts without a statement.
CALL (leaving, pieces, fallen, stamp) {
  UNWIND leaving AS f
  WITH f, stamp, head([x IN fallen WHERE x.sid IN f.statementIds | x]) AS fall,
       head([p IN pieces WHERE any(s IN p.rest.statementIds WHERE s IN f.statementIds) | p.factId]) AS joined,
       startNode(f) AS subject, endNode(f) AS object
  OPTIONAL CALL (f) {
    MATCH (s:Statement {brain: $brain, id: f.statementIds[0]})
    RETURN s
  }
  WITH f, stamp, fall, joined, subject, object, s {.withdrawnReason, .withdrawnBy} AS s,
    head([i IN range(0, coalesce(size(s.away), 0) - 2, 2) WHERE s.away[i] = stamp | {withdrawnReason: 'corrected', withdrawnBy: s.awayBy[i / 2]}]) AS then
  WITH f, stamp, fall, joined, subject, object, coalesce(then, s) AS s
  CALL (f, stamp, fall, joined, subject, object, s) {
    WITH * WHERE f.recordedAt < stamp
    CREATE (subject)-[w:FACT_WAS]->(object)
    SET w = properties(f), w.expiredAt = stamp,
        w.expiredReason = CASE WHEN joined IS NOT NULL THEN 'joined' WHEN fall IS NOT NULL THEN 'cascade' ELSE coalesce(s.withdrawnReason, 'superseded') END,
        w.expiredBy = CASE WHEN joined IS NOT NULL THEN joined WHEN fall IS NOT NULL THEN fall.because ELSE s.withdrawnBy END
  }
  WITH f, fall, joined, s, f {.factId, .subjectId, .objectId, .relation, .factText, .tValid, .tInvalid, .statementIds, .confidence, .origin,
    subject: subject.name, object: coalesce(object.name, object.text)} AS old
  DELETE f
  RETURN collect(old {.*, change: 'removed', text: old.factText, before: old.tInvalid,
    reason: CASE WHEN joined IS NOT NULL THEN 'joined' WHEN fall IS NOT NULL THEN 'cascade' ELSE coalesce(s.withdrawnReason, 'superseded') END,
    because: CASE WHEN joined IS NOT NULL THEN joined WHEN fall IS NOT NULL THEN fall.because ELSE s.withdrawnBy END}) AS removed
}
// Changed: the old state is copied to FACT_WAS, unless this transaction wrote it. Unchanged properties are not set: an import into
// large groups takes twice as long if the lists and the vector of every edge are set again, and an edge that is set again and deleted
// later in the same transaction stays in that transaction's view of the index.
CALL (kept, pieces, stamp) {
  UNWIND kept AS f
  UNWIND [p IN pieces WHERE p.factId = f.factId] AS p
  WITH f, p, stamp, p.rest AS rest
  WITH f, p, stamp, p.versioned AS v, rest {.tStart, .tEnd, .tPeriodEnd, .startStated, .statementIds, .episodeIds, .importance, .importanceCategory,
         .speaker, .strength, .firstStatedAt, .lastConfirmedAt} AS rest,
       f {.tInvalid, .tValid, .factText, .closedReason} AS before,
       any(k IN keys(p.versioned) WHERE coalesce(p.versioned[k] <> f[k], (p.versioned[k] IS NULL) <> (f[k] IS NULL))) AS differs,
       size([s IN p.rest.statementIds WHERE NOT s IN f.statementIds]) > 0 AS confirmed,
       $vectors[p.embeddingOf] AS vector
  WITH *, any(k IN keys(rest) WHERE coalesce(rest[k] <> f[k], (rest[k] IS NULL) <> (f[k] IS NULL))) AS moved
  CALL (f, differs, stamp) {
    WITH f, stamp, startNode(f) AS subject, endNode(f) AS object WHERE differs AND f.recordedAt < stamp
    CREATE (subject)-[w:FACT_WAS]->(object)
    SET w = properties(f), w.embedding = null, w.embeddingBeside = null, w.expiredAt = stamp, w.expiredReason = 'revised'
  }
  FOREACH (x IN CASE WHEN differs THEN [1] ELSE [] END | SET f.recordedAt = stamp, f += v)
  FOREACH (x IN CASE WHEN moved THEN [1] ELSE [] END | SET f += rest, f.cold = null)
  FOREACH (x IN CASE WHEN f.objectId <> p.objectId THEN [1] ELSE [] END | SET f.objectId = p.objectId)
  FOREACH (x IN CASE WHEN before.factText <> v.factText AND vector IS NOT NULL THEN [vector] ELSE [] END | SET f.embedding = toFloatList(x), f.embeddingBeside = null)
  WITH f, p, v, before, differs, confirmed, vector WHERE differs OR confirmed
  RETURN collect({factId: f.factId, change: CASE WHEN differs THEN 'changed' ELSE 'confirmed' END, confirmed: confirmed,
    subjectId: f.subjectId, subject: startNode(f).name, objectId: f.objectId, object: coalesce(endNode(f).name, endNode(f).text),
    relation: f.relation, text: f.factText, confidence: f.confidence, origin: f.origin, tValid: f.tValid, tInvalid: f.tInvalid, before: before.tInvalid, beforeStart: before.tValid, beforeText: before.factText, reason: f.closedReason, because: f.closedBy,
    pending: f.pending, statementIds: f.statementIds, stale: before.factText <> v.factText AND vector IS NULL}) AS changed
}
// New, or there again: properties that are not versioned are taken from the last version.
CALL (known, kept, donors, pieces, stamp) {
  UNWIND pieces AS p
  WITH p, stamp, kept, donors WHERE NOT p.factId IN known
  CALL (p) {
    MATCH (subject:Entity {brain: $brain, id: p.subjectId})
    RETURN subject
  }
  CALL (p) {
    MATCH (object:Entity|Value {brain: $brain, id: p.objectId})
    RETURN object
  }
  WITH p, stamp, subject, object, $vectors[p.embeddingOf] AS vector,
    head(COLLECT { MATCH ()-[w:FACT_WAS {brain: $brain, factId: p.factId}]->() RETURN w ORDER BY w.expiredAt DESC LIMIT 1 }) AS was,
    head([f IN donors WHERE f.subjectId = p.subjectId AND f.objectId = p.objectId | f] + [f IN kept WHERE f.subjectId = p.subjectId AND f.objectId = p.objectId | f {.factText, .embedding}]) AS sibling
  WITH p, stamp, subject, object, vector, was, CASE WHEN vector IS NOT NULL THEN toFloatList(vector) ELSE coalesce(was.embedding, sibling.embedding) END AS embedding,
    vector IS NULL AND NOT coalesce(was.embedding IS NOT NULL AND was.factText = p.versioned.factText, false)
      AND NOT coalesce(sibling.embedding IS NOT NULL AND sibling.factText = p.versioned.factText, false) AS stale
  CREATE (subject)-[f:FACT]->(object)
  SET f = p.versioned, f += p.rest, f.recordedAt = stamp, f.embedding = embedding,
      f.stability = coalesce(was.stability, 0.1 + 0.3 * p.rest.importance),
      f.timesRetrieved = coalesce(was.timesRetrieved, 0), f.lastAccessedAt = was.lastAccessedAt, f.tier = was.tier
  FOREACH (w IN CASE WHEN was IS NULL THEN [] ELSE [was] END | SET w.embedding = null, w.embeddingBeside = null)
  RETURN collect({factId: f.factId, change: CASE WHEN was IS NULL THEN 'added' ELSE 'returned' END, confirmed: true,
    subjectId: f.subjectId, subject: subject.name, objectId: f.objectId, object: coalesce(object.name, object.text),
    relation: f.relation, text: f.factText, confidence: f.confidence, origin: f.origin, supersedes: f.supersedes,
    tValid: f.tValid, tInvalid: f.tInvalid, before: null, reason: f.closedReason, because: f.closedBy, pending: f.pending, statementIds: f.statementIds, stale: stale}) AS added
}
WITH pair, held, stamp, open, resting, ties, touched, removed + changed + added AS changes
RETURN stamp, changes, resting, ties, open, CASE WHEN held THEN pair END AS held,
  COLLECT {
    UNWIND touched + [id IN reduce(all = [], c IN changes | all + CASE c.change WHEN 'confirmed' THEN [] ELSE [c.factId] + c.statementIds END) | id] AS id
    WITH DISTINCT id
    MATCH (:FactRef {brain: $brain, factId: id})<-[:RESTS_ON]-(d:FactRef)
    WITH DISTINCT d
    MATCH (s:Statement {brain: $brain, id: d.factId})
    RETURN DISTINCT s {.subjectId, .relation, .objectId}
  } AS dependents
