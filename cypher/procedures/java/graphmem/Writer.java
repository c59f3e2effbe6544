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
    private static final int MOST_ROUNDS = 100;

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
        Map<String, Map<String, Object>> changes = new LinkedHashMap<>();
        List<Row> rows = new ArrayList<>(derived(brain, touched, true, Map.of()));
        for (Row row : rows) {
            row.<Map<String, Object>>list("changes").forEach(one -> changes.put((String) one.get("factId"), one));
        }
        Map<String, Long> depths = new HashMap<>();
        if (rows.stream().anyMatch(row -> row.map("held") != null || !row.list("dependents").isEmpty())) {
            depths.putAll(cascade(brain, rows, stamp, changes));
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

    /** Settles the pairs, and the components of those whose relation is symmetric. */
    private List<Row> derived(String brain, List<Map<String, Object>> pairs, boolean deferred, Map<String, Object> limits) {
        List<Row> rows = settled(brain, pairs, deferred, limits);
        List<Map<String, Object>> together = together(brain, rows);
        return together.isEmpty() ? rows : Stream.concat(rows.stream(), settled(brain, together, deferred, limits).stream()).toList();
    }

    private List<Row> settled(String brain, List<Map<String, Object>> pairs, boolean deferred, Map<String, Object> limits) {
        List<Row> rows = run("settle", with("brain", brain, "pairs", pairs, "vectors", Map.of(), "deferred", deferred, "limits", limits));
        rows.forEach(Writer::refuseConditions);
        return rows;
    }

    /** Conditions are derived by the service: a procedure must not settle what they connect without them. */
    private static void refuseConditions(Row row) {
        Map<String, Object> held = row.map("held");
        boolean conditional = row.<Map<String, Object>>list("resting").stream().anyMatch(one -> Boolean.TRUE.equals(one.get("conditional")));
        if (held != null && (conditional || Boolean.TRUE.equals(held.get("watched")))) {
            throw new IllegalStateException("Facts rest on " + held.get("relation")
                    + " or wait for it (holds_while, starts_when). Use the REST API: POST /v1/brains/{brain}/facts/{id}:invalidate or :restore");
        }
    }

    /** Settles the groups that were held back, and all groups with statements that rest on what changed. */
    private Map<String, Long> cascade(String brain, List<Row> touched, ZonedDateTime stamp, Map<String, Map<String, Object>> changes) {
        List<String> roots = new ArrayList<>(changes.keySet());
        changes.values().forEach(one -> Limits.listed(one.get("statementIds")).forEach(id -> roots.add((String) id)));
        touched.forEach(row -> row.<Map<String, Object>>list("resting").forEach(one -> roots.add((String) one.get("id"))));
        Limits limits = new Limits();
        Map<List<Object>, Map<String, Object>> held = new LinkedHashMap<>();
        Set<Map<String, Object>> known = new LinkedHashSet<>();
        List<Row> rows = touched;
        while (!rows.isEmpty()) {
            keep(rows, held, limits, stamp);
            List<Map<String, Object>> fresh = new ArrayList<>();
            rows.forEach(row -> row.<Map<String, Object>>list("dependents").stream().filter(known::add)
                    .forEach(one -> fresh.add(pair(one.get("subjectId"), one.get("relation"), one.get("objectId"), stamp))));
            rows = fresh.isEmpty() ? List.of() : derived(brain, fresh, true, Map.of());
            written(rows, changes);
        }
        List<Map<String, Object>> resting = limits.rows.values().stream().filter(one -> one.get("sets") != null).toList();
        if (!resting.isEmpty()) {
            limits.outside(run("cascade_rest", with("brain", brain, "stamp", stamp, "resting", resting, "outside", limits.unknown())));
        }
        for (int i = 0; i < MOST_ROUNDS; i++) {
            boolean solved = limits.solve();
            List<Row> again = derived(brain, List.copyOf(held.values()), !solved, limits.parameters());
            if (solved) {
                written(again, changes);
                return limits.depths(roots);
            }
            keep(again, held, limits, stamp);
        }
        throw new IllegalStateException("The evidence of these facts does not come to rest.");
    }

    private static void keep(List<Row> rows, Map<List<Object>, Map<String, Object>> held, Limits limits, ZonedDateTime stamp) {
        for (Row row : rows) {
            Map<String, Object> pair = row.map("held");
            if (pair != null) {
                Map<String, Object> now = new HashMap<>(pair);
                now.put("recordedAt", stamp);
                List<Object> key = new ArrayList<>();
                List.of("subjectId", "relation", "objectId", "among").forEach(name -> key.add(pair.get(name)));
                held.put(key, now);
                limits.add(row.list("resting"));
            }
        }
    }

    private static void written(List<Row> rows, Map<String, Map<String, Object>> changes) {
        rows.forEach(row -> row.<Map<String, Object>>list("changes").forEach(one -> changes.put((String) one.get("factId"), one)));
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
