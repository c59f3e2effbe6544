package graphmem;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

public class Candidates extends Door {
    private static final long MOST = 100;

    /** A name as it was given, and whom it could mean. */
    public record Mention(String name, List<Map<String, Object>> candidates) {}

    @Procedure(name = "graphmem.candidates", mode = Mode.READ)
    @Description("Whom names could mean: known entities by alias, by beginning and by vector, a row a name.")
    public Stream<Mention> candidates(
            @Name("brain") String brain,
            @Name("names") List<String> names,
            @Name("embeddings") Object embeddings,
            @Name(value = "k", defaultValue = "10") Long k) {
        Refusal.beyond("k", k, MOST);
        List<String> slugs = Refusal.missing("names", names).stream().map(Names::slug).toList();
        known(brain, List.of(), List.of(), null);
        return rows("candidates", with("brain", brain, "names", slugs, "embeddings", embeddings, "k", k))
                .map(row -> new Mention(names.get(row.number("i").intValue()), row.list("candidates")));
    }
}
