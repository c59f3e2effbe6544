package graphmem;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Path;
import org.neo4j.graphdb.Relationship;

/** One row of a .cypher file, with access to its columns by name and type. What is of the graph comes without vectors. */
public record Row(Map<String, Object> columns) {
    public Node node(String name) {
        return (Node) Shown.of(columns.get(name));
    }

    public Relationship relationship(String name) {
        return (Relationship) Shown.of(columns.get(name));
    }

    public Path path(String name) {
        return (Path) Shown.of(columns.get(name));
    }

    public String text(String name) {
        return (String) columns.get(name);
    }

    public Long number(String name) {
        Object value = columns.get(name);
        return value == null ? null : ((Number) value).longValue();
    }

    public Double real(String name) {
        Object value = columns.get(name);
        return value == null ? null : ((Number) value).doubleValue();
    }

    public ZonedDateTime moment(String name) {
        return (ZonedDateTime) columns.get(name);
    }

    /** A moment as the REST API writes it. */
    public String told(String name) {
        return DateTimeFormatter.ISO_INSTANT.format(moment(name));
    }

    public boolean is(String name) {
        return Boolean.TRUE.equals(columns.get(name));
    }

    @SuppressWarnings("unchecked")
    public <T> List<T> list(String name) {
        return (List<T>) Shown.of(columns.get(name));
    }

    @SuppressWarnings("unchecked")
    public Map<String, Object> map(String name) {
        return (Map<String, Object>) columns.get(name);
    }
}
