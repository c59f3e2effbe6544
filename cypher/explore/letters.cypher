// A fragment, an expression: the letters and digits of a text as in normalised names, without case and accents; all else is a
// space. A mark on a letter of a script other than Latin, Greek, Cyrillic, Hebrew and Arabic is part of it, as in
// graphmem/names/normalize.py.
// Variables: told STRING
reduce(plain = '', c IN split(replace(replace(toLower(normalize(told, NFKD)), 'ß', 'ss'), 'ς', 'σ'), '') | plain + CASE
  WHEN c =~ '\\p{M}' THEN CASE WHEN right(plain, 1) =~ '[\\p{M}[\\p{L}\\p{N}&&[^\\x{0}-\\x{52F}\\x{591}-\\x{6FF}\\x{750}-\\x{77F}\\x{870}-\\x{8FF}\\x{1C80}-\\x{1C8F}\\x{1D00}-\\x{1DBF}\\x{1E00}-\\x{1FFF}\\x{2C60}-\\x{2C7F}\\x{A640}-\\x{A69F}\\x{A720}-\\x{A7FF}\\x{AB30}-\\x{AB6F}]]]' AND NOT c =~ '[\\x{FE00}-\\x{FE0F}]' THEN c ELSE '' END
  WHEN c =~ '[\\p{L}\\p{N}]' THEN c ELSE ' ' END)
