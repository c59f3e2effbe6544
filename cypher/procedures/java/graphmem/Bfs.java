package graphmem;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Path;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

public class Bfs extends Door {
    private static final long MOST_HOPS = 4;
    private static final long MOST_FACTS = 1000;
    private static final List<String> DIRECTIONS = List.of("both", "out", "in");

    public record Step(Relationship fact, Node entity, Long hops, Path path) {
        static Step of(Row row) {
            return new Step(row.relationship("fact"), row.node("entity"), row.number("hops"), row.path("path"));
        }
    }

    @Procedure(name = "graphmem.bfs", mode = Mode.READ)
    @Description("Facts around entities, nearest first, visible at a moment; Neo4j Browser draws the paths.")
    public Stream<Step> bfs(
            @Name("brain") String brain,
            @Name("start") List<String> start,
            @Name(value = "hops", defaultValue = "2") Long hops,
            @Name(value = "validAt", defaultValue = "null") Object validAt,
            @Name(value = "knownAt", defaultValue = "null") Object knownAt,
            @Name(value = "limit", defaultValue = "200") Long limit,
            @Name(value = "direction", defaultValue = "both") String direction) {
        Refusal.beyond("hops", hops, MOST_HOPS);
        Refusal.beyond("limit", limit, MOST_FACTS);
        if (direction == null || !DIRECTIONS.contains(direction)) {
            throw Refusal.invalid("direction is out, in or both.");
        }
        ZonedDateTime valid = Moment.of(validAt);
        ZonedDateTime known = Moment.of(knownAt);
        known(brain, Refusal.missing("start", start), List.of(), known);
        List<String> names = start.stream().map(Names::sought).toList();
        return rows("bfs", with(
                        "brain", brain, "start", names, "hops", hops, "validAt", valid, "knownAt", known, "limit", limit,
                        "direction", direction, "events", valid == null))
                .map(Step::of);
    }
}
