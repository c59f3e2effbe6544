package graphmem;

import java.util.stream.Stream;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Procedure;

public class Version {
    public record Answer(String version) {}

    @Procedure(name = "graphmem.version", mode = Mode.READ)
    @Description("The build of graphmem's procedures that this server has loaded.")
    public Stream<Answer> version() {
        String built = Version.class.getPackage().getImplementationVersion();
        return Stream.of(new Answer(built));
    }
}
