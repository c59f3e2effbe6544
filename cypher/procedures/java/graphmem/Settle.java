package graphmem;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

public class Settle extends Writer {
    @Procedure(name = "graphmem.settle", mode = Mode.WRITE)
    @Description("Has the service derive periods again; pairs are [subjectId, relation] or [subjectId, relation, objectId].")
    public Stream<Changed> settle(
            @Name("brain") String brain,
            @Name("pairs") List<List<String>> pairs,
            @Name(value = "dryRun", defaultValue = "false") Boolean dryRun) {
        return write(dryRun, () -> {
            known(brain, List.of(), List.of(), null);
            lock(brain);
            List<Map<String, Object>> groups = new ArrayList<>();
            for (List<String> one : Refusal.missing("pairs", pairs)) {
                if (one.size() < 2 || one.size() > 3) {
                    throw Refusal.invalid("A pair is [subjectId, relation] or [subjectId, relation, objectId].");
                }
                groups.add(with("subjectId", one.get(0), "relation", one.get(1), "objectId", one.size() > 2 ? one.get(2) : null));
            }
            leave(brain, groups);
            return List.of();
        });
    }
}
