package graphmem;

import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

public class Recall extends Door {
    private static final long MOST = 100;

    public record Found(
            Long rank, Double score, Relationship fact, Node subject, Node object, Node episode, Map<String, Object> signals) {
        static Found of(Row row) {
            return new Found(
                    row.number("rank"), row.real("score"), row.relationship("fact"), row.node("subject"), row.node("object"),
                    row.node("episode"), row.map("signals"));
        }
    }

    @Procedure(name = "graphmem.recall", mode = Mode.READ)
    @Description("What a brain knows about a question: facts, then episodes, ranked, with the signals that found them.")
    public Stream<Found> recall(
            @Name("brain") String brain,
            @Name("text") String text,
            @Name(value = "embedding", defaultValue = "null") Object embedding,
            @Name(value = "k", defaultValue = "20") Long k,
            @Name(value = "validAt", defaultValue = "null") Object validAt,
            @Name(value = "knownAt", defaultValue = "null") Object knownAt,
            @Name(value = "options", defaultValue = "{}") Map<String, Object> options) {
        Refusal.beyond("k", k, MOST);
        ZonedDateTime known = Moment.of(knownAt);
        known(brain, List.of(), List.of(), null);
        Row asked = run("recall_question", with(
                        "brain", brain, "text", text, "k", k, "validAt", Moment.of(validAt), "knownAt", known, "options", options))
                .get(0);
        List<String> unknown = asked.list("unknown");
        if (!unknown.isEmpty()) {
            throw Refusal.invalid("There is no option " + String.join(", ", unknown) + ".");
        }
        Map<String, Object> question = new HashMap<>(asked.map("q"));
        question.put("vector", embedding);
        return rows(known == null ? "recall" : "recall_past", with("q", question)).map(Found::of);
    }
}
