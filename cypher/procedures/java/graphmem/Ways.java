package graphmem;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.neo4j.graphdb.Path;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

public class Ways extends Door {
    private static final long MOST_HOPS = 6;

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
        Refusal.beyond("hops", hops, MOST_HOPS);
        ZonedDateTime valid = Moment.of(validAt);
        ZonedDateTime known = Moment.of(knownAt);
        known(brain, List.of(Refusal.missing("from", from), Refusal.missing("to", to)), List.of(), known);
        return rows("path", with(
                        "brain", brain, "from", Names.sought(from), "to", Names.sought(to), "hops", hops, "validAt", valid,
                        "knownAt", known, "events", valid == null))
                .map(Way::of);
    }
}
