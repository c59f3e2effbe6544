// A fragment, an expression: a name as it is stored: letters and digits alone, without case and accents, words joined by _. A sign that
// makes another name of a word ("C++") is written out in Python only. Variables: ref STRING
normalize(reduce(joined = '', word IN [one IN split(head([told IN [left(ref, 300)] |
    // include: explore/letters
  ]), ' ') WHERE one <> ''] |
  joined + CASE WHEN joined = '' THEN '' ELSE '_' END + word), NFC)
