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
                throw refusal(factId, row);
            }
            leave(brain, touched(pair, row));
            return List.of(new Changed(factId, "returned", null, 0L, null, "live", false));
        });
    }

    private static IllegalArgumentException refusal(String factId, Row row) {
        if (!row.is("found")) {
            return Refusal.notFound("There is no fact " + factId + " in this brain.");
        }
        return switch (row.text("closedReason")) {
            case "superseded" -> Refusal.of(
                    "superseded_by", "Fact " + row.text("closedBy") + " stands in its place; invalidate that one first.");
            case "cascade" -> Refusal.of(
                    "nothing_to_restore", "It fell with fact " + row.text("closedBy") + ", on which it rests; restore that one.");
            case null, default -> Refusal.of("nothing_to_restore", "Nobody has retracted or corrected this fact.");
        };
    }
}
