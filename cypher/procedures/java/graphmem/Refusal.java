package graphmem;

/** The errors of a call: the code of the REST API, then its words. */
final class Refusal {
    private Refusal() {}

    static IllegalArgumentException notFound(String detail) {
        return of("not_found", detail);
    }

    static IllegalArgumentException invalid(String detail) {
        return of("invalid_input", detail);
    }

    static IllegalArgumentException of(String code, String detail) {
        return new IllegalArgumentException(code + ": " + detail);
    }

    /** Refuses a number that does not lie between 1 and the most. */
    static void beyond(String name, Long value, long most) {
        if (value == null || value < 1 || value > most) {
            throw invalid(name + " is 1 to " + most + ".");
        }
    }

    /** Refuses an argument that is left null. */
    static <T> T missing(String name, T value) {
        if (value == null) {
            throw invalid(name + " is null.");
        }
        return value;
    }
}
