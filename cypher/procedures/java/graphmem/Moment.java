package graphmem;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/**
 * A time from a caller: a DATETIME, a date, or text in ISO 8601. A time without a zone is UTC; a bare date is its midnight.
 * Null stays null: now for valid time, the latest state for system time.
 */
final class Moment {
    private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .appendOffsetId()
            .toFormatter();

    private Moment() {}

    static ZonedDateTime of(Object value) {
        return switch (value) {
            case null -> null;
            case ZonedDateTime moment -> moment;
            case OffsetDateTime moment -> moment.toZonedDateTime();
            case LocalDateTime moment -> moment.atZone(ZoneOffset.UTC);
            case LocalDate day -> day.atStartOfDay(ZoneOffset.UTC);
            case String text -> parsed(text.strip());
            default -> throw Refusal.invalid(
                    "A moment is a DATETIME, a DATE or ISO 8601 text, not " + value.getClass().getSimpleName() + ".");
        };
    }

    private static ZonedDateTime parsed(String text) {
        try {
            return of(ISO.parseBest(text, ZonedDateTime::from, LocalDateTime::from, LocalDate::from));
        } catch (DateTimeException e) {
            throw Refusal.invalid("Not a moment in ISO 8601, such as 2026-03-01T12:00:00Z: " + text);
        }
    }
}
