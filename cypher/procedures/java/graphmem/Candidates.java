package graphmem;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

public class Candidates extends Door {
    public record Mention(String name, List<Map<String, Object>> candidates) {
        static Mention of(Row row) {
            return new Mention(row.text("name"), row.list("candidates"));
        }
    }

    @Procedure(name = "graphmem.candidates", mode = Mode.READ)
    @Description("Whom names could mean: known entities by alias, by beginning and by vector, a row a name.")
    public Stream<Mention> candidates(
            @Name("brain") String brain,
            @Name("names") List<String> names,
            @Name("embeddings") Object embeddings,
            @Name(value = "k", defaultValue = "10") Long k) {
        return rows("candidates", with("brain", brain, "names", names, "embeddings", embeddings, "k", k)).map(Mention::of);
    }
}
