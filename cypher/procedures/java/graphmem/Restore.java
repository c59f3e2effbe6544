package graphmem;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

public class Restore extends Writer {
    @Procedure(name = "graphmem.restore", mode = Mode.WRITE)
    @Description("Takes back the last retraction or correction of a fact; the service brings back what fell with it a moment later.")
    public Stream<Changed> restore(
            @Name("brain") String brain,
            @Name("factId") String factId,
            @Name(value = "dryRun", defaultValue = "false") Boolean dryRun) {
        return write(dryRun, () -> {
            ZonedDateTime stamp = lock(brain);
            Row row = run("restore", with("brain", brain, "factId", factId, "recordedAt", stamp)).get(0);
            Map<String, Object> pair = row.map("pair");
            if (pair == null) {
                throw new IllegalArgumentException(refusal(factId, row));
            }
            leave(brain, touched(pair, row));
            return List.of(new Changed(factId, "returned", null, 0L, null, "live", false));
        });
    }

    private static String refusal(String factId, Row row) {
        if (!row.is("found")) {
            return "not_found: there is no fact " + factId + " in this brain";
        }
        return "superseded".equals(row.text("closedReason"))
                ? "superseded_by: fact " + row.text("closedBy") + " stands in its place"
                : "nothing_to_restore: nobody has retracted or corrected this fact";
    }
}
