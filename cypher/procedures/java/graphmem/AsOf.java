package graphmem;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

public class AsOf extends Door {
    public record Held(Relationship fact, Node subject, Node object) {
        static Held of(Row row) {
            return new Held(row.relationship("fact"), row.node("subject"), row.node("object"));
        }
    }

    @Procedure(name = "graphmem.asOf", mode = Mode.READ)
    @Description("The facts of an entity at a moment: what held at validAt, as far as it was known at knownAt.")
    public Stream<Held> asOf(
            @Name("brain") String brain,
            @Name("entity") String entity,
            @Name(value = "validAt", defaultValue = "null") Object validAt,
            @Name(value = "knownAt", defaultValue = "null") Object knownAt) {
        ZonedDateTime valid = Moment.of(validAt);
        ZonedDateTime known = Moment.of(knownAt);
        known(brain, List.of(Refusal.missing("entity", entity)), List.of(), known);
        return rows("as_of", with("brain", brain, "entity", Names.sought(entity), "validAt", valid, "knownAt", known))
                .map(Held::of);
    }
}
