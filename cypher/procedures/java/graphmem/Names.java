package graphmem;

import java.lang.Character.UnicodeScript;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Normal forms of names, as graphmem/names/normalize.py and graphmem/ontology.py make them. */
final class Names {
    private static final String LETTER = "[\\p{L}\\p{N}]";
    private static final Pattern WORD = Pattern.compile(LETTER + "+(?:\\p{M}+" + LETTER + "*)*");
    private static final Pattern SIGNS = Pattern.compile("(?<=[\\p{L}\\p{N}\\p{M}])(\\+{1,3}|#)(?!" + LETTER + ")");
    private static final Pattern MARKS = Pattern.compile("(\\P{M})?(\\p{M}+)");
    /** Letters on which a mark is an accent or a vowel point, and all that is no letter, as in cypher/explore/letters.cypher. */
    private static final Pattern POINTED = Pattern.compile(
            "[^\\p{L}\\p{N}]|[\\x{0}-\\x{52F}\\x{591}-\\x{6FF}\\x{750}-\\x{77F}\\x{870}-\\x{8FF}\\x{1C80}-\\x{1C8F}\\x{1D00}-\\x{1DBF}"
                    + "\\x{1E00}-\\x{1FFF}\\x{2C60}-\\x{2C7F}\\x{A640}-\\x{A69F}\\x{A720}-\\x{A7FF}\\x{AB30}-\\x{AB6F}]");
    private static final Pattern SELECTORS = Pattern.compile("[\\x{FE00}-\\x{FE0F}\\x{E0100}-\\x{E01EF}]");
    private static final Pattern BOUNDARY = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
    private static final Pattern SPACE = Pattern.compile("[\\s\\x{1C}-\\x{1F}]+", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern EDGES = Pattern.compile("\\A" + SPACE + "|" + SPACE + "\\z", Pattern.UNICODE_CHARACTER_CLASS);
    private static final int MOST_NORM = 300;

    private Names() {}

    /** A name as the statements look it up: with the signs at the end of a word written out ("C plus plus"); normalised if it has no word. */
    static String sought(String name) {
        return joined(spelt(name)).isEmpty() ? slug(name) : spelt(name);
    }

    private static String spelt(String name) {
        return SIGNS.matcher(name).replaceAll(found -> found.group().replace("+", " plus").replace("#", " sharp"));
    }

    /** The normalised name. */
    static String slug(String name) {
        String found = joined(spelt(name));
        if (found.isEmpty()) {
            return isBlank(name) ? "unknown" : "sign_" + digest(stripped(name), 12);
        }
        return length(found) <= MOST_NORM ? found : left(found, 279) + "_" + digest(found, 20);
    }

    static String entityKey(String type, String name) {
        return type + ":" + left(slug(name), 200);
    }

    static String valueKey(String text) {
        String words = SPACE.matcher(stripped(casefolded(Normalizer.normalize(text, Normalizer.Form.NFC)))).replaceAll(" ");
        return left(slug(words), 60) + "#" + digest(words, 16);
    }

    /** The name under which a relation is stored, in snake_case. A synonym stays. */
    static String relation(String name) {
        String found = joined(BOUNDARY.matcher(name).replaceAll(" "));
        return left(!found.isEmpty() ? found : isBlank(name) ? "relates_to" : slug(name), 120);
    }

    /** The full-text token of a brain. */
    static String token(String brain) {
        return "b" + digest(brain, 24) + "0";
    }

    static boolean isBlank(String text) {
        return stripped(text).isEmpty();
    }

    /** The text without spaces around it. */
    static String stripped(String text) {
        return EDGES.matcher(text).replaceAll("");
    }

    private static String joined(String text) {
        return WORD.matcher(fold(text)).results().map(MatchResult::group).collect(Collectors.joining("_"));
    }

    private static String fold(String text) {
        String decomposed = compatible(casefolded(compatible(casefolded(compatible(compatible(text))))));
        String plain = MARKS.matcher(decomposed).replaceAll(found -> {
            String letter = found.group(1) == null ? "" : found.group(1);
            boolean accents = letter.isEmpty() || POINTED.matcher(letter).matches();
            return Matcher.quoteReplacement(
                    letter + (accents ? "" : SELECTORS.matcher(found.group(2)).replaceAll("")));
        });
        return Normalizer.normalize(plain, Normalizer.Form.NFC);
    }

    private static String compatible(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKD);
    }

    private static String casefolded(String text) {
        return text.codePoints().mapToObj(Names::casefolded).collect(Collectors.joining());
    }

    private static String casefolded(int letter) {
        String one = Character.toString(letter);
        if (letter == 'ı') {
            return one;
        }
        String upper = one.toUpperCase(Locale.ROOT);
        return UnicodeScript.of(letter) == UnicodeScript.CHEROKEE ? upper : upper.toLowerCase(Locale.ROOT).replace('ς', 'σ').replace("ß", "ss");
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String left(String text, int most) {
        return length(text) <= most ? text : text.substring(0, text.offsetByCodePoints(0, most));
    }

    private static String digest(String text, int letters) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, letters);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
