package graphmem;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Path;
import org.neo4j.graphdb.Relationship;

/** Nodes, relationships and paths of the graph as a caller gets them: without their vectors. */
final class Shown implements InvocationHandler {
    private final Object real;

    private Shown(Object real) {
        this.real = real;
    }

    /** Returns the same node, relationship or path without vectors; any other value as it is. */
    static Object of(Object real) {
        return switch (real) {
            case Node node -> of(Node.class, node);
            case Relationship relationship -> of(Relationship.class, relationship);
            case Path path -> of(Path.class, path);
            case List<?> list -> list.stream().map(Shown::of).toList();
            case null, default -> real;
        };
    }

    private static Object of(Class<?> kind, Object real) {
        return Proxy.newProxyInstance(Shown.class.getClassLoader(), new Class<?>[] {kind}, new Shown(real));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        try {
            Object answer = method.invoke(real, arguments);
            if (real instanceof Path && answer instanceof Iterable<?> members && !(answer instanceof Path)) {
                List<Object> shown = new ArrayList<>();
                members.forEach(member -> shown.add(of(member)));
                return shown;
            }
            return method.getName().equals("getAllProperties") ? withoutVectors((Map<?, ?>) answer) : of(answer);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Map<String, Object> withoutVectors(Map<?, ?> properties) {
        Map<String, Object> shown = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (!Door.isVector((String) name)) {
                shown.put((String) name, value);
            }
        });
        return shown;
    }
}
