// Vector indexes with the properties they are filtered by. Quantization is switched off: the default loses recall.
// Parameters: $dimensions INTEGER, put into the text by the schema module, since index options take no parameters.
// Idempotent.
CYPHER 25 CREATE VECTOR INDEX fact_embedding IF NOT EXISTS FOR ()-[f:FACT]-() ON f.embedding WITH [f.brain, f.tStart, f.tEnd, f.subjectId] OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'}};
CYPHER 25 CREATE VECTOR INDEX fact_was_embedding IF NOT EXISTS FOR ()-[f:FACT_WAS]-() ON f.embedding WITH [f.brain] OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'}};
CYPHER 25 CREATE VECTOR INDEX entity_embedding IF NOT EXISTS FOR (n:Entity) ON n.embedding WITH [n.brain] OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'}};
CYPHER 25 CREATE VECTOR INDEX episode_embedding IF NOT EXISTS FOR (n:Episode|Chunk) ON n.embedding WITH [n.brain, n.occurredAt] OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'}};
CYPHER 25 CREATE VECTOR INDEX episode_context IF NOT EXISTS FOR (n:Episode|Chunk) ON n.contextEmbedding WITH [n.brain, n.occurredAt] OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'}};
