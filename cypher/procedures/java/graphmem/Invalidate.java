package graphmem;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

public class Invalidate extends Writer {
    @Procedure(name = "graphmem.invalidate", mode = Mode.WRITE)
    @Description("Ends a fact (retracted), or takes it back (corrected), and what rests on it; the service derives the rest a moment later.")
    public Stream<Changed> invalidate(
            @Name("brain") String brain,
            @Name("factId") String factId,
            @Name(value = "at", defaultValue = "null") Object at,
            @Name(value = "kind", defaultValue = "retracted") String kind,
            @Name(value = "reason", defaultValue = "null") String reason,
            @Name(value = "dryRun", defaultValue = "false") Boolean dryRun) {
        if (!List.of("retracted", "corrected").contains(kind)) {
            throw new IllegalArgumentException("kind is retracted or corrected, not " + kind);
        }
        return write(dryRun, () -> {
            ZonedDateTime stamp = lock(brain);
            String statement = UUID.randomUUID().toString();
            Row row = run("invalidate", with(
                            "brain", brain, "factId", factId, "at", Moment.of(at), "kind", kind, "reason", reason,
                            "supersededBy", null, "statementId", statement, "recordedAt", stamp))
                    .get(0);
            Map<String, Object> pair = row.map("pair");
            if (pair == null) {
                throw new IllegalArgumentException(refusal(factId, row));
            }
            leave(brain, touched(pair, row));
            if (row.is("waiting")) {
                return List.of(new Changed(factId, "removed", null, 0L, null, "corrected", false));
            }
            ZonedDateTime end = "corrected".equals(kind) ? null : (ZonedDateTime) row.columns().get("at");
            return end(brain, factId, end, statement, stamp);
        });
    }

    private static String refusal(String factId, Row row) {
        if (!row.is("found")) {
            return "not_found: there is no live fact " + factId + " in this brain";
        }
        ZonedDateTime start = (ZonedDateTime) row.columns().get("tStart");
        ZonedDateTime when = (ZonedDateTime) row.columns().get("at");
        return when.isAfter(start)
                ? "already_closed: this fact ended at " + row.columns().get("tEnd") + " already; correct its end, or restore it first"
                : "invalid_input: it would end before it starts; use kind 'corrected' if it was never true";
    }
}
