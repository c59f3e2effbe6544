package graphmem;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
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
            @Name(value = "reason", defaultValue = "") String reason,
            @Name(value = "dryRun", defaultValue = "false") Boolean dryRun) {
        if (!List.of("retracted", "corrected").contains(kind)) {
            throw Refusal.invalid("kind is retracted or corrected, not " + kind + ".");
        }
        return write(dryRun, () -> {
            ZonedDateTime stamp = lock(brain);
            String statement = newId();
            Row row = run("invalidate", with(
                            "brain", brain, "factId", factId, "at", Moment.of(at), "kind", kind, "reason", given(reason),
                            "supersededBy", null, "statementId", statement, "recordedAt", stamp))
                    .get(0);
            Map<String, Object> pair = row.map("pair");
            if (pair == null) {
                throw refusal(factId, row);
            }
            leave(brain, touched(pair, row));
            if (row.is("waiting")) {
                return List.of(new Changed(factId, "removed", null, 0L, null, "corrected", false));
            }
            boolean never = kind.equals("corrected");
            return end(brain, factId, never ? null : row.moment("at"), never ? factId : statement, stamp, List.of());
        });
    }

    private static IllegalArgumentException refusal(String factId, Row row) {
        if (!row.is("found")) {
            return Refusal.notFound("There is no live fact " + factId + " in this brain.");
        }
        if (!row.moment("at").isAfter(row.moment("tStart"))) {
            return Refusal.invalid("It would end (" + row.told("at") + ") before it starts (" + row.told("tStart")
                    + "); to say that it was never true, use kind=corrected.");
        }
        String by = row.text("closedBy") == null ? "" : " by " + row.text("closedBy");
        String reason = row.text("closedReason") == null ? "" : " (" + row.text("closedReason") + by + ")";
        return Refusal.of("already_closed", "This fact ended at " + row.told("tEnd") + " already" + reason
                + ". To give it another end, correct its valid_until, or restore it first.");
    }
}
