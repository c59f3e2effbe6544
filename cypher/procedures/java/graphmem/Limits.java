package graphmem;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * How long the evidence of statements stands: the least fixpoint over the periods of the facts that they rest on.
 * It takes the same steps as graphmem/graph/evidence_limits.py; the words are explained there.
 */
final class Limits {
    private static final ZonedDateTime PAST = ZonedDateTime.of(1, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
    private static final ZonedDateTime FUTURE = ZonedDateTime.of(9999, 12, 31, 0, 0, 0, 0, ZoneOffset.UTC);

    private record Limit(ZonedDateTime at, String because) {}

    /** One statement of a group, as settle derives it without regard to its own evidence. */
    private record Cover(
            String id, String group, String value, ZonedDateTime at, ZonedDateTime own, ZonedDateTime stated,
            List<List<String>> sets, ZonedDateTime assumed, boolean seam, boolean alone, List<?> ends) {
        ZonedDateTime until(ZonedDateTime limit) {
            return own == null || !limit.isAfter(at) ? null : least(own, limit);
        }

        ZonedDateTime effect(ZonedDateTime limit) {
            return own == null || !limit.isAfter(at) ? null : least(stated, limit);
        }

        String key() {
            return group + "\n" + value;
        }
    }

    private record Run(ZonedDateTime start, ZonedDateTime end, List<String> ids) {}

    final Map<String, Map<String, Object>> rows = new LinkedHashMap<>();
    private final Map<String, Cover> covers = new TreeMap<>();
    private final Map<String, ZonedDateTime> outside = new HashMap<>();
    private final Map<String, ZonedDateTime> banned = new HashMap<>();
    private final List<Map<String, List<ZonedDateTime>>> seen = new ArrayList<>();
    private Map<String, Limit> found = new HashMap<>();
    private ZonedDateTime start;
    private Map<String, List<ZonedDateTime>> lowest;

    void add(List<Map<String, Object>> resting) {
        for (Map<String, Object> row : resting) {
            List<List<String>> sets = new ArrayList<>();
            listed(row.get("sets")).forEach(some -> sets.add(List.of(((String) some).split("&"))));
            Cover cover = new Cover(
                    (String) row.get("id"), (String) row.get("group"), (String) row.get("value"), time(row, "at"), time(row, "own"),
                    time(row, "until"), sets, time(row, "limit"), (Boolean) row.get("seam"), (Boolean) row.get("alone"),
                    listed(row.get("ends")));
            covers.put(cover.id(), cover);
            rows.put(cover.id(), row);
        }
    }

    /** Returns a list. A list in Cypher is a List, but the list of a property is an array. */
    static List<?> listed(Object value) {
        return value == null ? List.of() : value instanceof Object[] array ? List.of(array) : (List<?>) value;
    }

    private static ZonedDateTime time(Map<String, Object> row, String name) {
        ZonedDateTime value = (ZonedDateTime) row.get(name);
        return value == null ? null : value.withZoneSameInstant(ZoneOffset.UTC);
    }

    List<String> unknown() {
        return members(covers.values().stream().toList()).stream().filter(id -> !covers.containsKey(id)).toList();
    }

    void outside(List<Row> found) {
        found.forEach(row -> outside.put(row.text("id"), time(row.columns(), "until")));
    }

    Map<String, Object> parameters() {
        Map<String, Object> given = new HashMap<>();
        found.forEach((id, limit) -> given.put(id, Door.with("at", limit.at(), "because", limit.because())));
        return given;
    }

    /** Finds the limits that follow from the covers; returns whether the covers were derived under these limits. */
    boolean solve() {
        if (start == null && mayUndoItsGround()) {
            return begin(PAST);
        }
        found = new Fixpoint().run();
        if (covers.values().stream().filter(one -> !one.sets().isEmpty()).allMatch(this::asAssumed)) {
            return confirmed();
        }
        Map<String, List<ZonedDateTime>> state = state();
        int before = seen.indexOf(state);
        if (before >= 0) {
            ban(seen.subList(before, seen.size()));
            return begin(PAST);
        }
        seen.add(state);
        return false;
    }

    private boolean begin(ZonedDateTime at) {
        start = at;
        seen.clear();
        found = new HashMap<>();
        for (Cover cover : covers.values()) {
            ZonedDateTime ban = banned.get(cover.id());
            if (!cover.sets().isEmpty()) {
                found.put(cover.id(), ban == null ? new Limit(at, null) : new Limit(least(at, ban), "cycle"));
            }
        }
        return false;
    }

    private boolean confirmed() {
        if (PAST.equals(start)) {
            lowest = state();
            return begin(FUTURE);
        }
        if (FUTURE.equals(start) && !lowest.equals(state())) {
            ban(List.of(lowest, state()));
            return begin(PAST);
        }
        return true;
    }

    private boolean asAssumed(Cover cover) {
        return cover.alone() || Objects.equals(cover.effect(cover.assumed()), cover.effect(found.get(cover.id()).at()));
    }

    private boolean mayUndoItsGround() {
        Map<String, Set<String>> values = new HashMap<>();
        Map<String, Set<String>> near = new HashMap<>();
        for (Cover cover : covers.values()) {
            values.computeIfAbsent(cover.group(), group -> new HashSet<>()).add(cover.value());
            for (String id : members(List.of(cover))) {
                if (covers.containsKey(id)) {
                    near.computeIfAbsent(cover.group(), group -> new HashSet<>()).add(covers.get(id).group());
                }
            }
        }
        return values.keySet().stream().anyMatch(group -> values.get(group).size() > 1 && closure(group, near).contains(group));
    }

    private Map<String, List<ZonedDateTime>> state() {
        Map<String, List<ZonedDateTime>> state = new HashMap<>();
        for (Cover cover : covers.values()) {
            ZonedDateTime limit = cover.sets().isEmpty() ? FUTURE : found.get(cover.id()).at();
            List<ZonedDateTime> ends = new ArrayList<>();
            ends.add(cover.until(limit));
            ends.add(cover.effect(limit));
            state.put(cover.id(), ends);
        }
        return state;
    }

    /** Takes out the starts that rest on evidence, at the bottom of the loop and at its first instant; else what goes on. */
    private void ban(List<Map<String, List<ZonedDateTime>>> states) {
        Map<String, ZonedDateTime> moments = new HashMap<>();
        for (Cover cover : covers.values()) {
            for (int i = 0; i < 2; i++) {
                int which = i;
                Set<ZonedDateTime> ends = new HashSet<>();
                states.forEach(state -> ends.add(state.get(cover.id()).get(which)));
                if (ends.size() > 1) {
                    ZonedDateTime at = ends.contains(null) ? cover.at() : ends.stream().min(Comparator.naturalOrder()).get();
                    moments.merge(cover.id(), at, Limits::least);
                }
            }
        }
        ZonedDateTime first = moments.values().stream().min(Comparator.naturalOrder()).get();
        List<Cover> loop = covers.values().stream().filter(one -> first.equals(moments.get(one.id()))).toList();
        Map<String, Set<String>> near = new HashMap<>();
        for (Cover cover : loop) {
            Set<String> needed = new HashSet<>();
            loop.stream().filter(other -> needs(cover, other)).forEach(other -> needed.add(other.id()));
            near.put(cover.id(), needed);
        }
        List<Cover> resting = loop.stream().filter(one -> !one.sets().isEmpty()).toList();
        List<Cover> bottom = resting.stream()
                .filter(one -> closure(one.id(), near).stream().allMatch(id -> closure(id, near).contains(one.id())))
                .toList();
        List<Cover> chosen = bottom.isEmpty() ? resting : bottom;
        List<Cover> starts = chosen.stream().filter(one -> one.at().equals(first)).toList();
        (starts.isEmpty() ? chosen : starts).forEach(one -> banned.put(one.id(), first));
    }

    private boolean needs(Cover cover, Cover other) {
        boolean excluded = cover.group().equals(other.group()) && !cover.value().equals(other.value())
                && cover.ends().stream().anyMatch(other.ends()::contains);
        return excluded || members(List.of(cover)).stream().anyMatch(id -> covers.containsKey(id) && covers.get(id).key().equals(other.key()));
    }

    /** How many steps of evidence lie between each statement and the nearest of the roots. */
    Map<String, Long> depths(List<String> roots) {
        Map<String, Long> depths = new LinkedHashMap<>();
        Map<String, List<Cover>> resting = resting();
        List<String> ring = roots;
        for (long depth = 0; !ring.isEmpty(); depth++) {
            Set<String> next = new LinkedHashSet<>();
            for (String id : ring) {
                depths.putIfAbsent(id, depth);
            }
            ring.forEach(id -> resting.getOrDefault(id, List.of()).forEach(on -> next.add(on.id())));
            ring = next.stream().filter(id -> !depths.containsKey(id)).toList();
        }
        return depths;
    }

    private Map<String, List<Cover>> resting() {
        Map<String, List<Cover>> resting = new HashMap<>();
        for (Cover cover : covers.values()) {
            members(List.of(cover)).forEach(id -> resting.computeIfAbsent(id, key -> new ArrayList<>()).add(cover));
        }
        return resting;
    }

    private static Set<String> members(List<Cover> covers) {
        Set<String> members = new LinkedHashSet<>();
        covers.forEach(cover -> cover.sets().forEach(members::addAll));
        return members;
    }

    private static ZonedDateTime least(ZonedDateTime one, ZonedDateTime other) {
        return one.isBefore(other) ? one : other;
    }

    private static Set<String> closure(String start, Map<String, Set<String>> near) {
        Set<String> seen = new HashSet<>();
        List<String> todo = new ArrayList<>(near.getOrDefault(start, Set.of()));
        while (!todo.isEmpty()) {
            String id = todo.remove(todo.size() - 1);
            if (seen.add(id)) {
                todo.addAll(near.getOrDefault(id, Set.of()));
            }
        }
        return seen;
    }

    /** The least fixpoint: at first nothing that rests on evidence holds, then limits only rise. */
    private final class Fixpoint {
        private final Map<String, ZonedDateTime> standing = new HashMap<>(outside);
        private final Map<String, ZonedDateTime> inside = new HashMap<>();
        private final Map<String, Limit> limits = new HashMap<>();
        private final Map<String, List<Cover>> ofValue = new LinkedHashMap<>();
        private final Map<String, List<Cover>> resting = resting();

        Map<String, Limit> run() {
            covers.values().stream()
                    .sorted(Comparator.comparing(Cover::at).thenComparing(Cover::id))
                    .forEach(one -> ofValue.computeIfAbsent(one.key(), key -> new ArrayList<>()).add(one));
            Set<String> values = new LinkedHashSet<>(ofValue.keySet());
            Set<String> asked = new LinkedHashSet<>();
            for (Cover cover : covers.values()) {
                if (!cover.sets().isEmpty()) {
                    limits.put(cover.id(), new Limit(PAST, null));
                    asked.add(cover.id());
                }
            }
            while (!values.isEmpty() || !asked.isEmpty()) {
                for (String key : values) {
                    settled(key).forEach(id -> resting.getOrDefault(id, List.of()).forEach(on -> asked.add(on.id())));
                }
                values.clear();
                for (String id : asked) {
                    if (risen(covers.get(id))) {
                        values.add(covers.get(id).key());
                    }
                }
                asked.clear();
            }
            return limits;
        }

        private boolean risen(Cover cover) {
            Limit best = null;
            for (List<String> some : cover.sets()) {
                Limit shortest = some.stream()
                        .map(id -> new Limit(stands(id, cover), id))
                        .min(Comparator.comparing(Limit::at).thenComparing(Limit::because))
                        .get();
                if (best == null || Comparator.comparing(Limit::at).thenComparing(Limit::because).compare(shortest, best) > 0) {
                    best = shortest;
                }
            }
            ZonedDateTime ban = banned.get(cover.id());
            if (ban != null && !ban.isAfter(best.at())) {
                best = new Limit(ban, "cycle");
            }
            return best.at().isAfter(limits.put(cover.id(), best).at());
        }

        private ZonedDateTime stands(String id, Cover on) {
            if (inside.containsKey(id) && !covers.get(id).at().isAfter(on.at())) {
                return inside.get(id);
            }
            return standing.getOrDefault(id, PAST);
        }

        private List<String> settled(String key) {
            List<Cover> of = ofValue.get(key);
            Map<String, ZonedDateTime> now = new HashMap<>();
            Set<String> begun = new HashSet<>();
            List<Run> runs = new ArrayList<>();
            for (Cover cover : of) {
                ZonedDateTime limit = cover.sets().isEmpty() ? FUTURE : limits.get(cover.id()).at();
                ZonedDateTime until = cover.until(limit);
                now.put(cover.id(), least(cover.at(), limit));
                if (until == null) {
                    continue;
                }
                begun.add(cover.id());
                Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
                if (last == null || cover.at().isAfter(last.end()) || (cover.at().equals(last.end()) && cover.seam())) {
                    runs.add(new Run(cover.at(), until, new ArrayList<>(List.of(cover.id()))));
                } else {
                    last.ids().add(cover.id());
                    ZonedDateTime end = last.end().isBefore(until) ? until : last.end();
                    runs.set(runs.size() - 1, new Run(last.start(), end, last.ids()));
                }
            }
            Map<String, ZonedDateTime> within = new HashMap<>();
            for (Run run : runs) {
                run.ids().forEach(id -> now.put(id, run.end()));
                of.stream()
                        .filter(one -> !begun.contains(one.id()) && !one.at().isBefore(run.start()) && one.at().isBefore(run.end()))
                        .forEach(one -> within.put(one.id(), run.end()));
            }
            List<String> higher = now.keySet().stream()
                    .filter(id -> now.get(id).isAfter(standing.getOrDefault(id, PAST))
                            || within.getOrDefault(id, PAST).isAfter(inside.getOrDefault(id, PAST)))
                    .toList();
            standing.putAll(now);
            inside.putAll(within);
            return higher;
        }
    }
}
