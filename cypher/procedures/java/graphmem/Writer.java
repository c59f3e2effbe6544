package graphmem;

import java.security.SecureRandom;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;

/**
 * Base class of procedures that write: takes the brain's lock, changes statements, ends at once what plainly rests on them, and
 * leaves the touched groups to the service, which derives the exact result a moment later (docs/procedures.md).
 */
public abstract class Writer extends Door {
    private static final SecureRandom RANDOM = new SecureRandom();

    @Context
    public GraphDatabaseService db;

    /** One changed fact, with the fields of the REST API. settled: false, since the service may change more. */
    public record Changed(
            String factId, String change, ZonedDateTime at, Long depth, String becauseOf, String status, Boolean settled) {}

    /** A fact that ends at a moment, or that leaves where the moment is null; because: the fact on which it rests. */
    private record Falling(String factId, ZonedDateTime at, String reason, String because) {
        Map<String, Object> row() {
            String precision = reason.equals("retracted") ? "instant" : null;
            return with("factId", factId, "at", at, "precision", precision, "reason", reason, "because", because);
        }

        Changed changed(long depth) {
            String status = at == null && reason.equals("corrected") ? "corrected" : "closed";
            return new Changed(factId, at == null ? "removed" : "changed", at, depth, depth == 0 ? null : because, status, false);
        }
    }

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
        return run("lock", with("brain", brain)).get(0).moment("recordedAt");
    }

    /** A new id, in the order in which ids are made (version 7 of UUID), as Python makes them. */
    protected static String newId() {
        long high = System.currentTimeMillis() << 16 | 0x7000 | RANDOM.nextInt(0x1000);
        return new UUID(high, RANDOM.nextLong() >>> 2 | Long.MIN_VALUE).toString();
    }

    /** The reason of a call, or null where it gives none: a default of null would be the text "null". */
    protected static String given(String reason) {
        return reason == null || Names.isBlank(reason) ? null : reason;
    }

    /** Leaves the groups of some pairs to the service. */
    protected final void leave(String brain, List<? extends Map<String, Object>> pairs) {
        run("leave_unsettled", with("brain", brain, "pairs", pairs));
    }

    /** The pair of a statement, and the pairs that changed together with it. */
    protected static List<Map<String, Object>> touched(Map<String, Object> pair, Row row) {
        return Stream.concat(Stream.of(pair), row.<Map<String, Object>>list("also").stream()).toList();
    }

    /**
     * Ends a fact at a moment, or removes it where the moment is null, and all that rests on nothing else.
     *
     * @param because what ends it: the id of a statement, or of the fact itself
     * @param made ids of the entities that the call has made
     */
    protected final List<Changed> end(
            String brain, String factId, ZonedDateTime at, String because, ZonedDateTime stamp, List<String> made) {
        List<Changed> changes = new ArrayList<>();
        Map<String, Object> lists = new HashMap<>(made.isEmpty() ? Map.of() : Map.of("entitiesAdded", made));
        List<Falling> falling = List.of(new Falling(factId, at, at == null ? "corrected" : "retracted", because));
        ZonedDateTime from = at == null ? ZonedDateTime.parse("0001-01-01T00:00:00Z") : at;
        for (long depth = 0; !falling.isEmpty(); depth++) {
            for (Falling one : falling) {
                changes.add(one.changed(depth));
            }
            falling = rest(brain, gone(brain, falling, stamp, lists), from, at);
            lists.clear();
        }
        return changes;
    }

    /** Writes that facts end or leave, and returns by statement the fact that it carried. */
    private Map<String, String> gone(String brain, List<Falling> falling, ZonedDateTime stamp, Map<String, Object> lists) {
        List<Map<String, Object>> ended = new ArrayList<>();
        List<Map<String, Object>> removed = new ArrayList<>();
        List<String> endedIds = new ArrayList<>();
        List<String> removedIds = new ArrayList<>();
        for (Falling one : falling) {
            (one.at() == null ? removed : ended).add(one.row());
            (one.at() == null ? removedIds : endedIds).add(one.factId());
        }
        if (!endedIds.isEmpty()) {
            lists.put("factsEnded", endedIds);
        }
        if (!removedIds.isEmpty()) {
            lists.put("factsWithdrawn", removedIds);
        }
        Map<String, String> carried = new HashMap<>();
        run("end_facts", with("brain", brain, "recordedAt", stamp, "ended", ended, "removed", removed, "lists", lists, "since", stamp))
                .forEach(row -> row.<String>list("statements").forEach(id -> carried.put(id, row.text("factId"))));
        return carried;
    }

    /** What rests on nothing that still stands, now that some statements carry nothing. */
    private List<Falling> rest(String brain, Map<String, String> carried, ZonedDateTime from, ZonedDateTime at) {
        List<Map<String, Object>> pairs = new ArrayList<>();
        List<Falling> falling = new ArrayList<>();
        for (Row row : run("fallen", with("brain", brain, "statements", List.copyOf(carried.keySet()), "at", from))) {
            pairs.add(with("subjectId", row.text("subjectId"), "relation", row.text("relation"), "objectId", row.text("objectId")));
            boolean never = at == null || !row.moment("tStart").isBefore(at);
            falling.add(new Falling(row.text("factId"), never ? null : at, "cascade", carried.get(row.text("because"))));
        }
        leave(brain, pairs);
        return falling;
    }
}
