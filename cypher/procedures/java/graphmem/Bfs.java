package graphmem;

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
        return rows("bfs", with(
                        "brain", brain, "start", start, "hops", hops, "validAt", Moment.of(validAt),
                        "knownAt", Moment.of(knownAt), "limit", limit, "direction", direction))
                .map(Step::of);
    }
}
