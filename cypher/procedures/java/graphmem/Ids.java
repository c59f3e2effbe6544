package graphmem;

import java.security.SecureRandom;
import java.util.UUID;

/** New ids, in the order in which they are made (version 7 of UUID), as Python makes them. */
final class Ids {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Ids() {}

    static String next() {
        long high = System.currentTimeMillis() << 16 | 0x7000 | RANDOM.nextInt(0x1000);
        long low = RANDOM.nextLong() >>> 2 | Long.MIN_VALUE;
        return new UUID(high, low).toString();
    }
}
