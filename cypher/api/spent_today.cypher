// A fragment: what a brain has spent today (UTC, by the database's clock). Variable: b NODE
// Returns: spent [calls INTEGER, tokens INTEGER, seconds FLOAT that are left of the day]
[CASE WHEN b.spentDay = toString(date.realtime('UTC')) THEN b.spentCalls ELSE 0 END,
 CASE WHEN b.spentDay = toString(date.realtime('UTC')) THEN b.spentTokens ELSE 0 END,
 86400.0 - datetime.realtime('UTC').epochSeconds % 86400] AS spent
