// A fragment, an expression: the normalised form of a name: letters and digits only, without case and accents, words joined by
// _. Signs that make a different name of a word ("C++") are spelled out in Python only. Variables: ref STRING
normalize(reduce(joined = '', word IN [one IN split(head([told IN [left(ref, 300)] |
    // include: explore/letters
  ]), ' ') WHERE one <> ''] |
  joined + CASE WHEN joined = '' THEN '' ELSE '_' END + word), NFC)
