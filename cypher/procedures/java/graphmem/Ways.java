package graphmem;

import java.util.List;
import java.util.stream.Stream;
import org.neo4j.graphdb.Path;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

public class Ways extends Door {
    public record Way(Path path, List<Relationship> facts, Long hops) {
        static Way of(Row row) {
            return new Way(row.path("path"), row.list("facts"), row.number("hops"));
        }
    }

    @Procedure(name = "graphmem.path", mode = Mode.READ)
    @Description("How two entities hang together: the shortest ways over facts visible at a moment, ten at most.")
    public Stream<Way> path(
            @Name("brain") String brain,
            @Name("from") String from,
            @Name("to") String to,
            @Name(value = "hops", defaultValue = "4") Long hops,
            @Name(value = "validAt", defaultValue = "null") Object validAt,
            @Name(value = "knownAt", defaultValue = "null") Object knownAt) {
        return rows("path", with(
                        "brain", brain, "from", from, "to", to, "hops", hops, "validAt", Moment.of(validAt),
                        "knownAt", Moment.of(knownAt)))
                .map(Way::of);
    }
}
