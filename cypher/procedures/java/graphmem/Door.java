package graphmem;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;

/**
 * Base class of graphmem's procedures: it runs .cypher files in the caller's transaction.
 *
 * <p>The files are resources of this jar, the same texts that Python sends if no plugin can be installed. A procedure that
 * only reads streams the {@link #rows} of one file; one that writes runs several files, each to its end, with {@link #run}.
 */
public abstract class Door {
    private static final Map<String, String> TEXTS = new ConcurrentHashMap<>();
    private static final Pattern VECTOR = Pattern.compile(
        "\\b(embedding|contextEmbedding|(?:fact|fact_was|entity|episode)_embedding|episode_context)(Beside)?\\b");

    @Context
    public Transaction tx;

    /** Streams the rows of a file; for procedures with a single statement. */
    protected final Stream<Row> rows(String file, Map<String, Object> parameters) {
        Result result = tx.execute(text(file, slot()), parameters);
        return result.stream().map(Row::new).onClose(result::close);
    }

    /** Runs a file to its end and returns all rows; for procedures with several steps. */
    protected final List<Row> run(String file, Map<String, Object> parameters) {
        try (Stream<Row> rows = rows(file, parameters)) {
            return rows.toList();
        }
    }

    /** Refuses a brain, a name or a fact that is not there. Names are looked up as of a system time; null = now. */
    protected final void known(String brain, List<String> names, List<String> facts, Object knownAt) {
        List<String> sought = names.stream().map(Names::sought).toList();
        Row row = run("known", with("brain", brain, "names", sought, "facts", facts, "knownAt", knownAt)).get(0);
        if (!row.is("brain")) {
            throw Refusal.notFound("There is no brain " + brain + "; it is made by its first write.");
        }
        for (String one : names) {
            if (row.list("names").contains(Names.sought(one))) {
                throw Refusal.notFound("There is no entity '" + one + "' in this brain.");
            }
        }
        for (String one : row.<String>list("facts")) {
            throw Refusal.notFound("There is no fact " + one + " in this brain.");
        }
    }

    static boolean isVector(String property) {
        return VECTOR.matcher(property.endsWith("2") ? property.substring(0, property.length() - 1) : property).matches();
    }

    /** Returns parameters from alternating names and values; a value may be null. */
    static Map<String, Object> with(Object... namesAndValues) {
        Map<String, Object> parameters = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            parameters.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return parameters;
    }

    /** Returns the slot of the vectors in use, as graphmem/graph/vectors/slot.py: the end of the names of their properties and indexes. */
    private String slot() {
        Node schema = tx.findNode(Label.label("Schema"), "name", "graphmem");
        return schema == null ? "" : (String) schema.getProperty("slot", "");
    }

    private static String text(String file, String slot) {
        return TEXTS.computeIfAbsent(file + "/" + slot, key -> inSlot(load(file), slot));
    }

    private static String inSlot(String text, String slot) {
        String other = slot.isEmpty() ? "2" : "";
        return VECTOR.matcher(text).replaceAll(found -> found.group(1) + (found.group(2) == null ? slot : other));
    }

    private static String load(String file) {
        try (InputStream stream = Door.class.getResourceAsStream("/graphmem/cypher/" + file + ".cypher")) {
            if (stream == null) {
                throw new IllegalStateException(file + ".cypher is not in graphmem's plugin: build and install it again");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
