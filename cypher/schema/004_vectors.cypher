// Vector indexes with the properties that they are filtered by. Quantization is off, because the default reduces recall.
// Parameters: $dimensions INTEGER, inserted into the text by the schema module, because index options take no parameters.
// Idempotent.
CYPHER 25 CREATE VECTOR INDEX fact_embedding IF NOT EXISTS FOR ()-[f:FACT]-() ON f.embedding WITH [f.brain, f.tStart, f.tEnd, f.subjectId] OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'}};
CYPHER 25 CREATE VECTOR INDEX fact_was_embedding IF NOT EXISTS FOR ()-[f:FACT_WAS]-() ON f.embedding WITH [f.brain] OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'}};
CYPHER 25 CREATE VECTOR INDEX entity_embedding IF NOT EXISTS FOR (n:Entity) ON n.embedding WITH [n.brain] OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'}};
CYPHER 25 CREATE VECTOR INDEX episode_embedding IF NOT EXISTS FOR (n:Episode|Chunk) ON n.embedding WITH [n.brain, n.occurredAt] OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'}};
CYPHER 25 CREATE VECTOR INDEX episode_context IF NOT EXISTS FOR (n:Episode|Chunk) ON n.contextEmbedding WITH [n.brain, n.occurredAt] OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'NONE'}};
