import { BrainRecall } from "./brain_recall.js";
import type { Listing } from "./listing.js";
import type { CallResult, Entity, EntityHistory, Fact, Neighbour, Route, Stats } from "./openapi.js";
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
