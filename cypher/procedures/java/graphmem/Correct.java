package graphmem;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

public class Correct extends Writer {
    @Procedure(name = "graphmem.correct", mode = Mode.WRITE)
    @Description("Says that a fact was never true as stored, and what is true instead; the service derives the rest a moment later.")
    public Stream<Changed> correct(
            @Name("brain") String brain,
            @Name("factId") String factId,
            @Name("right") Map<String, Object> right,
            @Name(value = "reason", defaultValue = "") String reason,
            @Name(value = "dryRun", defaultValue = "false") Boolean dryRun) {
        Right given = Right.of(right);
        return write(dryRun, () -> {
            ZonedDateTime stamp = lock(brain);
            known(brain, List.of(), List.of(Refusal.missing("factId", factId)), null);
            String ref = given.object() == null ? null : Names.stripped(given.object());
            String norm = ref == null ? null : Names.slug(given.object());
            Row read = run("to_correct", with("brain", brain, "factId", factId, "ref", ref, "norm", norm)).get(0);
            if (read.map("fact") == null) {
                throw Refusal.of("conflict", "The fact " + factId + " waits for a change; invalidate it and state it again.");
            }
            Row fact = new Row(read.map("fact"));
            Map<String, Object> meant = ref == null ? null : meant(given.object(), norm, read.list("found"));
            refuse(given, fact, meant);
            String statement = newId();
            Row row = run("correct", with(
                            "brain", brain, "factId", factId, "statementId", statement, "recordedAt", stamp,
                            "token", Names.token(brain), "reason", given(reason), "relation", relation(given), "text", text(given, fact),
                            "details", null, "object", ref == null ? null : object(brain, given.object(), fact, meant),
                            "from", given.from() ? Right.bound(given.validFrom()) : null,
                            "until", given.until() ? Right.bound(given.validUntil()) : null))
                    .get(0);
            if (row.list("pairs").isEmpty()) {
                throw refusal(factId, fact, row);
            }
            leave(brain, row.list("pairs"));
            run("leave_unread", with("brain", brain, "id", statement));
            return end(brain, factId, null, statement, stamp, row.list("made"));
        });
    }

    /** The entity that the right object names; null = it is a new one, or a value. */
    private static Map<String, Object> meant(String called, String norm, List<Map<String, Object>> found) {
        List<Map<String, Object>> best = narrowed(found, one -> one.get("how").equals(found.get(0).get("how")));
        best = narrowed(best, one -> !Boolean.TRUE.equals(one.get("guessed")));
        best = narrowed(best, one -> Names.slug((String) one.get("name")).equals(norm));
        Map<Object, Map<String, Object>> ids = best.stream()
                .collect(Collectors.toMap(one -> one.get("id"), one -> one, (first, second) -> first, LinkedHashMap::new));
        if (ids.size() > 1) {
            String all = ids.values().stream().map(one -> one.get("id") + " (" + one.get("key") + ")").collect(Collectors.joining(", "));
            throw Refusal.invalid("Several entities are called '" + called + "'; give one of their ids: " + all + ".");
        }
        return best.isEmpty() ? null : new Row(best.get(0)).map("into");
    }

    /** Those that pass, or all if none does. */
    private static <T> List<T> narrowed(List<T> all, Predicate<T> passes) {
        List<T> some = all.stream().filter(passes).toList();
        return some.isEmpty() ? all : some;
    }

    private static void refuse(Right given, Row fact, Map<String, Object> meant) {
        if (meant != null && meant.get("id").equals(fact.text("subjectId"))) {
            throw Refusal.invalid("It would relate an entity to itself.");
        }
        boolean exact = fact.text("tValidPrecision") == null || fact.text("tValidPrecision").equals("instant");
        if (sameObject(given, fact, meant)
                && (given.relation() == null || relation(given).equals(fact.text("relation")))
                && (!given.from() || exact && same(given.validFrom(), fact.moment("tValid")))
                && (!given.until() || same(given.validUntil(), fact.moment("tInvalid")))
                && (given.text() == null || given.text().equals(fact.text("factText")))) {
            throw Refusal.invalid("The fact has these values already; nothing would change.");
        }
    }

    private static boolean sameObject(Right given, Row fact, Map<String, Object> meant) {
        if (given.object() == null) {
            return true;
        }
        if (meant != null) {
            return meant.get("id").equals(fact.text("objectId"));
        }
        return !fact.is("isEntity") && Names.valueKey(given.object()).equals(fact.text("objectKey"));
    }

    private static boolean same(ZonedDateTime one, ZonedDateTime other) {
        Instant first = one == null ? null : one.toInstant();
        return Objects.equals(first, other == null ? null : other.toInstant());
    }

    private static String relation(Right given) {
        return given.relation() == null ? null : Names.relation(given.relation());
    }

    private static String text(Right given, Row fact) {
        if (given.text() != null || given.object() == null && given.relation() == null) {
            return given.text() != null ? given.text() : fact.text("factText");
        }
        String relation = given.relation() == null ? fact.text("relation") : given.relation();
        String object = given.object() == null ? fact.text("object") : given.object();
        return fact.text("subject") + " " + relation.replace('_', ' ') + " " + object;
    }

    /** The right object as correct.cypher takes it: the known entity, else a new one where the object is an entity, else a value. */
    private static Map<String, Object> object(String brain, String called, Row fact, Map<String, Object> meant) {
        String said = Names.stripped(called);
        if (meant != null) {
            String name = (String) meant.get("name");
            return with("key", meant.get("key"), "said", name, "isEntity", true, "norm", Names.slug(name), "create", Map.of());
        }
        if (!fact.is("isEntity")) {
            Map<String, Object> value = Map.of("id", newId(), "text", said, "kind", "text");
            return with("key", Names.valueKey(called), "said", said, "isEntity", false, "norm", "", "create", value);
        }
        String type = fact.text("objectType");
        Map<String, Object> entity = Map.of(
                "id", newId(), "name", said, "type", type, "brainToken", Names.token(brain), "importance", 0.5);
        return with("key", Names.entityKey(type, called), "said", said, "isEntity", true, "norm", Names.slug(called), "create", entity);
    }

    private static IllegalArgumentException refusal(String factId, Row fact, Row row) {
        if (!row.is("found")) {
            String by = fact.text("closedBy") == null ? "" : " by " + fact.text("closedBy");
            String reason = fact.text("closedReason") == null ? "ended" : fact.text("closedReason");
            return Refusal.of("conflict", "The fact " + factId + " no longer holds: it was " + reason + by + ".");
        }
        return Refusal.invalid("It would end (" + row.told("end") + ") before it starts (" + row.told("start") + ").");
    }
}
