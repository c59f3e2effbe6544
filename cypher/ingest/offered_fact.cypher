// A fragment: a fact that a prompt offers by number. To be included as an expression.
// Variable: x MAP {f RELATIONSHIP, score FLOAT}
{id: x.f.factId, subjectId: x.f.subjectId, subject: startNode(x.f).name, subjectType: startNode(x.f).type, relation: x.f.relation,
  objectId: x.f.objectId, object: coalesce(endNode(x.f).name, endNode(x.f).text), objectType: CASE WHEN endNode(x.f):Entity THEN endNode(x.f).type END,
  text: x.f.factText, from: x.f.tValid, fromPrecision: x.f.tValidPrecision, fromStated: x.f.startStated, until: x.f.tInvalid,
  untilPrecision: x.f.tInvalidPrecision, score: x.score}
