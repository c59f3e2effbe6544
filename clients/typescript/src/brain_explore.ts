import { BrainRecall } from "./brain_recall.js";
import type { Listing } from "./listing.js";
import type {
  CallResult, ChangeMoments, Entity, EntityHistory, Fact, FactDifference, Neighbour, Overturned, Overview, QueueState, Route,
  SimilarEntity, Stats,
} from "./openapi.js";
import type { AnswerOf, QueryOf } from "./operations.js";
import type { CallOptions } from "./options.js";

/** The part of a brain that reads entities, the graph around them, and counts. */
export abstract class BrainExplore extends BrainRecall {
  /** Lists entities, newest recorded first; `query` finds by name or alias. */
  entities(filter: QueryOf<"listEntities"> = {}, options?: CallOptions): Listing<Entity> {
    return this.list("listEntities", { path: this.at(), query: filter }, (answer) => answer.entities, options);
  }

  /** Returns one entity by id, key, name or alias, as it was known at a time; default the latest. */
  entity(ref: string, fields: QueryOf<"getEntity"> = {}, options?: CallOptions): Promise<Entity> {
    return this.connection.json("getEntity", { path: this.at({ ref }), query: fields }, options);
  }

  /** Returns the history of an entity: versions of its facts, its names and its merges, newest first. */
  entityHistory(
    ref: string, fields: QueryOf<"getEntityHistory"> = {}, options?: CallOptions,
  ): Promise<EntityHistory> {
    return this.connection.json("getEntityHistory", { path: this.at({ ref }), query: fields }, options);
  }

  /** Returns entities that may be the same, by the names of both, best first. None of them is merged. */
  async similarEntities(
    ref: string, fields: QueryOf<"listSimilarEntities"> = {}, options?: CallOptions,
  ): Promise<SimilarEntity[]> {
    const parts = { path: this.at({ ref }), query: fields };
    return (await this.connection.json("listSimilarEntities", parts, options)).similar;
  }

  /** Lists facts with an entity at either end, or, unless `named` is false, in their sentence only. */
  entityFacts(ref: string, fields: QueryOf<"listEntityFacts"> = {}, options?: CallOptions): Listing<Fact> {
    return this.list("listEntityFacts", { path: this.at({ ref }), query: fields }, (answer) => answer.facts, options);
  }

  /** Lists the facts around an entity, nearest first; all pages together have at most 5,000. */
  neighbours(ref: string, fields: QueryOf<"listNeighbours"> = {}, options?: CallOptions): Listing<Neighbour> {
    return this.list("listNeighbours", { path: this.at({ ref }), query: fields }, (answer) => answer.neighbours, options);
  }

  /** Returns the shortest paths between two entities, at most ten. */
  async path(
    start: string, end: string, fields: Omit<QueryOf<"findPaths">, "to"> = {}, options?: CallOptions,
  ): Promise<Route[]> {
    const query = { ...fields, to: end };
    return (await this.connection.json("findPaths", { path: this.at({ ref: start }), query }, options)).paths;
  }

  /** Returns the counts of this brain. */
  stats(options?: CallOptions): Promise<Stats> {
    return this.connection.json("getStats", { path: this.at() }, options);
  }

  /** Returns counts, the last days (UTC), newest contradictions and failures, and the most connected entities. */
  overview(fields: QueryOf<"getOverview"> = {}, options?: CallOptions): Promise<Overview> {
    return this.connection.json("getOverview", { path: this.at(), query: fields }, options);
  }

  /** Returns how many episodes wait for extraction, are being extracted, and failed in the queue. */
  queue(options?: CallOptions): Promise<QueueState> {
    return this.connection.json("getQueue", { path: this.at() }, options);
  }

  /** Lists facts that a later value or a contradiction ended, most recently recorded first. */
  contradictions(page: QueryOf<"listContradictions"> = {}, options?: CallOptions): Listing<Overturned> {
    return this.list("listContradictions", { path: this.at(), query: page }, (answer) => answer.contradictions, options);
  }

  /** Returns the moments at which facts changed, by clock, earliest first. If there are more than `limit`, they are grouped. */
  changeMoments(fields: QueryOf<"getChangeMoments"> = {}, options?: CallOptions): Promise<ChangeMoments> {
    return this.connection.json("getChangeMoments", { path: this.at(), query: fields }, options);
  }

  /** Lists facts that differ between two moments, each with a valid and a system time, most recently recorded first. */
  differences(fields: QueryOf<"listDifferences"> = {}, options?: CallOptions): Listing<FactDifference> {
    return this.list("listDifferences", { path: this.at(), query: fields }, (answer) => answer.differences, options);
  }

  /** Returns the entity types and relations of this brain. */
  ontology(options?: CallOptions): Promise<AnswerOf<"getOntology">> {
    return this.connection.json("getOntology", { path: this.at() }, options);
  }

  /**
   * Runs one reading procedure: `CALL graphmem.<procedure>($brain, …) YIELD … RETURN …`.
   *
   * @param parameters values of the `$names` in the text; `$brain` is bound.
   */
  call(text: string, parameters: Record<string, unknown> = {}, options?: CallOptions): Promise<CallResult> {
    return this.connection.json("call", { path: this.at(), body: { call: text, parameters } }, options);
  }
}
