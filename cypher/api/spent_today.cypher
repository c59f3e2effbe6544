// A fragment: the model calls and the tokens that a brain has spent today (UTC, by the database's clock). Variable: b NODE
// Returns: spent LIST<INTEGER>
CASE WHEN b.spentDay = toString(date.realtime('UTC')) THEN [b.spentCalls, b.spentTokens] ELSE [0, 0] END AS spent
