// Full text on names, facts and episodes. `brainToken` is a single token made from the brain's name and stands in every
// index, because full text cannot filter by an exact property. English stems; the folding analyzer serves other languages.
// Neo4j takes two indexes on the same properties in the same order for one, so the folded ones name them the other way round.
// Texts of facts and episodes come into their indexes right behind the commit, not within it, and whoever searches them waits for
// that first (recall/facts, recall/episodes); names do so within it, because the next commit rests on them.
// Parameters: none. Idempotent.
CREATE FULLTEXT INDEX fact_text IF NOT EXISTS FOR ()-[f:FACT]-() ON EACH [f.factText, f.brainToken] OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: true}};
CREATE FULLTEXT INDEX fact_text_folded IF NOT EXISTS FOR ()-[f:FACT]-() ON EACH [f.brainToken, f.factText] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding', `fulltext.eventually_consistent`: true}};
CREATE FULLTEXT INDEX episode_text IF NOT EXISTS FOR (n:Episode|Chunk) ON EACH [n.searchText, n.brainToken] OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: true}};
CREATE FULLTEXT INDEX episode_text_folded IF NOT EXISTS FOR (n:Episode|Chunk) ON EACH [n.brainToken, n.searchText] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding', `fulltext.eventually_consistent`: true}};
CREATE FULLTEXT INDEX names IF NOT EXISTS FOR (n:Entity|Alias) ON EACH [n.name, n.norm, n.brainToken] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};
