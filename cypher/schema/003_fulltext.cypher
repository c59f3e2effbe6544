// Full-text indexes of names, facts and episodes. `brainToken` is a single token derived from the brain's name and is part of
// every index, because full text cannot filter by an exact property. English stems; the folding analyzer is for other
// languages. Neo4j treats two indexes on the same properties in the same order as one; the folded ones therefore list them in
// reverse order. The indexes of facts and episodes are updated right after a commit, not within it; a search waits for the
// update (recall/facts, recall/episodes). The index of names is updated within the commit, because the next commit depends on
// it.
// Parameters: none. Idempotent.
CREATE FULLTEXT INDEX fact_text IF NOT EXISTS FOR ()-[f:FACT]-() ON EACH [f.factText, f.brainToken] OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: true}};
CREATE FULLTEXT INDEX fact_text_folded IF NOT EXISTS FOR ()-[f:FACT]-() ON EACH [f.brainToken, f.factText] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding', `fulltext.eventually_consistent`: true}};
CREATE FULLTEXT INDEX episode_text IF NOT EXISTS FOR (n:Episode|Chunk) ON EACH [n.searchText, n.brainToken] OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: true}};
CREATE FULLTEXT INDEX episode_text_folded IF NOT EXISTS FOR (n:Episode|Chunk) ON EACH [n.brainToken, n.searchText] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding', `fulltext.eventually_consistent`: true}};
CREATE FULLTEXT INDEX names IF NOT EXISTS FOR (n:Entity|Alias) ON EACH [n.name, n.norm, n.brainToken] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};
