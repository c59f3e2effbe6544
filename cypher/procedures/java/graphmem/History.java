package graphmem;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

public class History extends Door {
    public record Entry(Map<String, Object> row) {
        static Entry of(Row row) {
            return new Entry(row.map("row"));
        }
    }

    @Procedure(name = "graphmem.history", mode = Mode.READ)
    @Description("Both timelines of a fact: every version that was believed, its sources, and what closed it.")
    public Stream<Entry> history(@Name("brain") String brain, @Name("factId") String factId) {
        known(brain, List.of(), List.of(Refusal.missing("factId", factId)), null);
        return rows("history", with("brain", brain, "factId", factId)).map(Entry::of);
    }
}
