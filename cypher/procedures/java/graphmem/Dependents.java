package graphmem;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.neo4j.graphdb.Path;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

public class Dependents extends Door {
    private static final int MOST_FACTS = 1000;

    /** One link, with the fields of dependents.cypher; depth counts the steps from the fact that was asked for. */
    public record Dependent(String factId, String restsOn, String kind, Long depth, Map<String, Object> condition,
            String text, Relationship fact, Path path) {}

    @Procedure(name = "graphmem.dependents", mode = Mode.READ)
    @Description("What rests on a fact by evidence or a condition, and what waits for it, over any number of steps, nearest first.")
    public Stream<Dependent> dependents(@Name("brain") String brain, @Name("factId") String factId) {
        known(brain, List.of(), List.of(Refusal.missing("factId", factId)), null);
        Set<String> known = new HashSet<>(Set.of(factId));
        List<Dependent> found = new ArrayList<>();
        List<String> ring = List.of(factId);
        for (long depth = 1; !ring.isEmpty() && known.size() <= MOST_FACTS; depth++) {
            List<String> fresh = new ArrayList<>();
            for (Row row : run("dependents", with("brain", brain, "facts", ring))) {
                String id = row.text("factId");
                found.add(new Dependent(id, row.text("restsOn"), row.text("kind"), depth, row.map("condition"),
                        row.text("text"), row.relationship("fact"), row.path("path")));
                if (known.add(id)) {
                    fresh.add(id);
                }
            }
            ring = fresh;
        }
        return found.stream();
    }
}
