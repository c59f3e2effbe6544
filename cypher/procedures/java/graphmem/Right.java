package graphmem;

import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The right values of a fact, as a caller gives them. Null: not given; of a start or an end, see from and until. */
record Right(
        String object, String relation, String text, boolean from, ZonedDateTime validFrom, boolean until, ZonedDateTime validUntil) {
    private static final Set<String> FIELDS = Set.of("object", "relation", "validFrom", "validUntil", "text");

    /** Reads the map of a call, and refuses what is no correction. */
    static Right of(Map<String, Object> given) {
        Set<String> unknown = new TreeSet<>(Refusal.missing("right", given).keySet());
        unknown.removeAll(FIELDS);
        if (!unknown.isEmpty()) {
            throw Refusal.invalid("There is no field " + String.join(", ", unknown) + ".");
        }
        if (given.isEmpty()) {
            throw Refusal.invalid("Give at least one correct field: object, relation, validFrom, validUntil or text.");
        }
        ZonedDateTime from = Moment.of(given.get("validFrom"));
        ZonedDateTime until = Moment.of(given.get("validUntil"));
        if (from != null && until != null && !until.isAfter(from)) {
            throw Refusal.invalid("validUntil must be after validFrom.");
        }
        return new Right(
                text(given, "object", 2_000), text(given, "relation", 200), text(given, "text", 10_000),
                given.containsKey("validFrom"), from, given.containsKey("validUntil"), until);
    }

    private static String text(Map<String, Object> given, String name, int most) {
        Object value = given.get(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof String text) || text.isEmpty() || text.codePointCount(0, text.length()) > most) {
            throw Refusal.invalid(name + " is a text of 1 to " + most + " characters.");
        }
        return text;
    }

    /** A start or an end as the statement takes it. */
    static Map<String, Object> bound(ZonedDateTime at) {
        return Door.with("at", at, "precision", at == null ? null : "instant");
    }
}
