package graphmem;

import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;

/**
 * Base class of procedures that write: takes the brain's lock, changes statements, settles their groups and runs the cascade.
 * It takes the same steps in the same order as graphmem/graph/settle.py.
 */
public abstract class Writer extends Door {
    private static final int MOST_ROUNDS = 10_000;

    @Context
    public GraphDatabaseService db;

    /** One changed fact, with the fields of the REST API. */
    public record Changed(String factId, String change, ZonedDateTime at, Long depth, String becauseOf, String status) {}

    /** Does the work. With dryRun it runs in a transaction of its own, which is rolled back; the result shows the changes. */
    protected final Stream<Changed> write(boolean dryRun, Supplier<List<Changed>> work) {
        if (!dryRun) {
            return work.get().stream();
        }
        Transaction callers = tx;
        try (Transaction rehearsal = db.beginTx()) {
            tx = rehearsal;
            return work.get().stream();
        } finally {
            tx = callers;
        }
    }

    protected final ZonedDateTime lock(String brain) {
        return (ZonedDateTime) run("lock", with("brain", brain)).get(0).columns().get("recordedAt");
    }

    protected static Map<String, Object> pair(Object subjectId, Object relation, Object objectId, ZonedDateTime recordedAt) {
        return with("subjectId", subjectId, "relation", relation, "objectId", objectId, "recordedAt", recordedAt);
    }

    /** Returns the pair of a statement, and the pairs that changed together with it. */
    protected static List<Map<String, Object>> touched(Map<String, Object> pair, Row row, ZonedDateTime stamp) {
        return Stream.concat(Stream.of(pair), row.<Map<String, Object>>list("also").stream())
                .map(one -> pair(one.get("subjectId"), one.get("relation"), one.get("objectId"), stamp))
                .toList();
    }

    /** Settles the pairs, then all facts that rest on what changed. Returns the changes, nearest to the cause first. */
    protected final List<Changed> settle(String brain, List<Map<String, Object>> touched, ZonedDateTime stamp, String root) {
        List<Map<String, Object>> pairs = new ArrayList<>(touched);
        Map<String, Map<String, Object>> changes = new LinkedHashMap<>();
        List<Map<String, Object>> resting = new ArrayList<>();
        long dependents = 0;
        List<Row> rows = settled(brain, pairs, true);
        List<Map<String, Object>> together = together(brain, rows);
        if (!together.isEmpty()) {
            pairs.addAll(together);
            rows = Stream.concat(rows.stream(), settled(brain, together, true).stream()).toList();
        }
        for (Row row : rows) {
            row.<Map<String, Object>>list("changes").forEach(one -> changes.put((String) one.get("factId"), one));
            resting.addAll(row.list("resting"));
            dependents += row.number("dependents");
        }
        Map<String, Long> depths = new HashMap<>();
        if (!resting.isEmpty() || dependents > 0) {
            cascade(brain, pairs, resting, stamp, changes, depths);
        }
        return changes.values().stream()
                .filter(one -> !"confirmed".equals(one.get("change")))
                .map(one -> changed(one, depths, root))
                .sorted((a, b) -> a.depth().equals(b.depth()) ? a.factId().compareTo(b.factId()) : a.depth().compareTo(b.depth()))
                .toList();
    }

    /** Returns the pairs to settle together because their relation is symmetric: see component.cypher. */
    private List<Map<String, Object>> together(String brain, List<Row> rows) {
        Map<List<String>, Map<String, Object>> found = new LinkedHashMap<>();
        for (Row row : rows) {
            Map<String, Object> open = row.map("open");
            if (open != null && (Boolean) open.get("one")) {
                for (String end : Stream.of("subjectId", "objectId").map(one -> (String) open.get(one)).filter(Objects::nonNull).toList()) {
                    List<String> among = component(brain, open, end);
                    Map<String, Object> pair = new HashMap<>(open);
                    pair.put("among", among);
                    List<String> key = new ArrayList<>(among);
                    key.add((String) open.get("relation"));
                    found.putIfAbsent(key, pair);
                }
            } else if (open != null) {
                String subject = (String) open.get("subjectId");
                for (String other : ring(brain, open, List.of(subject))) {
                    List<String> ends = Stream.of(subject, other).sorted().toList();
                    Object at = open.get("recordedAt");
                    found.put(List.of(ends.get(0), ends.get(1), (String) open.get("relation")),
                            pair(ends.get(0), open.get("relation"), ends.get(1), (ZonedDateTime) at));
                }
            }
        }
        return List.copyOf(found.values());
    }

    private List<String> component(String brain, Map<String, Object> open, String end) {
        TreeSet<String> known = new TreeSet<>();
        List<String> ring = List.of(end);
        while (!ring.isEmpty()) {
            known.addAll(ring);
            ring = ring(brain, open, ring).stream().filter(id -> !known.contains(id)).toList();
        }
        return List.copyOf(known);
    }

    private List<String> ring(String brain, Map<String, Object> open, List<String> ids) {
        return run("component", with("brain", brain, "relation", open.get("relation"), "ids", ids)).stream()
                .map(row -> row.text("id"))
                .toList();
    }

    private List<Row> settled(String brain, List<Map<String, Object>> pairs, boolean deferred) {
        return run("settle", with("brain", brain, "pairs", pairs, "vectors", Map.of(), "deferred", deferred));
    }

    private void cascade(
            String brain, List<Map<String, Object>> pairs, List<Map<String, Object>> resting, ZonedDateTime stamp,
            Map<String, Map<String, Object>> changes, Map<String, Long> depths) {
        Set<Object> touched = new LinkedHashSet<>(changes.keySet());
        changes.values().forEach(one -> touched.addAll(listed(one.get("statementIds"))));
        run("cascade_rest", with("brain", brain, "pairs", pairs, "resting", resting, "touched", List.copyOf(touched)));
        List<Object> restingIds = resting.stream().map(one -> one.get("factId")).toList();
        List<Row> fallen = run("cascade_reset", with("brain", brain, "roots", List.copyOf(touched), "resting", restingIds));
        rounds(brain, fallen.stream().map(row -> row.text("factId")).toList());
        List<Map<String, Object>> again = new ArrayList<>();
        for (Row row : fallen) {
            depths.put(row.text("factId"), row.number("depth"));
            if (row.text("subjectId") != null) {
                again.add(pair(row.text("subjectId"), row.text("relation"), row.text("objectId"), stamp));
            }
        }
        List<Row> limited = settled(brain, again, false);
        List<Row> joined = settled(brain, together(brain, limited), false);
        Stream.concat(limited.stream(), joined.stream())
                .forEach(row -> row.<Map<String, Object>>list("changes").forEach(one -> changes.put((String) one.get("factId"), one)));
    }

    /** Returns a list. A list in Cypher is a List, but the list of a property is an array. */
    private static List<?> listed(Object value) {
        return value == null ? List.of() : value instanceof Object[] array ? List.of(array) : (List<?>) value;
    }

    private void rounds(String brain, List<String> refs) {
        for (int i = 0; i < MOST_ROUNDS; i++) {
            List<Row> found = run("cascade_round", with("brain", brain, "refs", refs));
            if (found.isEmpty() || found.get(0).number("changed") == 0) {
                return;
            }
        }
        throw new IllegalStateException("The evidence of these facts does not come to rest.");
    }

    private static Changed changed(Map<String, Object> row, Map<String, Long> depths, String root) {
        String id = (String) row.get("factId");
        String reason = (String) row.get("reason");
        boolean removed = "removed".equals(row.get("change"));
        Long depth = id.equals(root) ? Long.valueOf(0) : depths.getOrDefault(id, root == null ? 0L : 1L);
        String status = removed && "corrected".equals(reason) ? "corrected" : removed || row.get("tInvalid") != null ? "closed" : "live";
        boolean named = "cascade".equals(reason) || "superseded".equals(reason);
        String because = named ? (String) row.get("because") : depth > 0 ? root : null;
        return new Changed(id, (String) row.get("change"), (ZonedDateTime) row.get("tInvalid"), depth, because, status);
    }
}
