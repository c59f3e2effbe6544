import type { Listing } from "../listing.js";
import type { CallResult, Changes, Dependents, Fact, FactSupport, Neighbour, Route, SuppliedFact } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions } from "../options.js";
import { BrainSubject } from "./subject.js";

/** Walks over the graph of a brain. */
export class Graph extends BrainSubject {
  /** Lists the facts around an entity, nearest first; all pages together have at most 5,000. */
  neighbours(ref: string, fields: QueryOf<"listNeighbours"> = {}, options?: CallOptions): Listing<Neighbour> {
    return this.listing("listNeighbours", { path: this.at({ ref }), query: fields }, (answer) => answer.neighbours, options);
  }

  /** Returns the shortest paths between two entities, at most ten. */
  async path(
    start: string, end: string, fields: Omit<QueryOf<"findPaths">, "to"> = {}, options?: CallOptions,
  ): Promise<Route[]> {
    const query = { ...fields, to: end };
    return (await this.connection.json("findPaths", { path: this.at({ ref: start }), query }, options)).paths;
  }

  /** Returns the evidence of a fact, and the facts that rest on it. */
  support(factId: string, options?: CallOptions): Promise<FactSupport> {
    return this.connection.json("getFactSupport", { path: this.at({ id: factId }) }, options);
  }

  /** Returns all that rests on a fact by evidence or a condition, and what waits for it, to any depth, as a graph. */
  dependents(factId: string, options?: CallOptions): Promise<Dependents> {
    return this.connection.json("getFactDependents", { path: this.at({ id: factId }) }, options);
  }

  /** Returns the facts that wait for a change and do not hold yet, those said last first. */
  async waiting(filter: QueryOf<"listWaitingFacts"> = {}, options?: CallOptions): Promise<Fact[]> {
    return (await this.connection.json("listWaitingFacts", { path: this.at(), query: filter }, options)).facts;
  }

  /** Reports all that would begin and end if a fact were added; nothing is stored. */
  rehearse(fact: SuppliedFact, options?: CallOptions): Promise<Changes> {
    return this.connection.json("rehearseFact", { path: this.at(), body: fact }, options);
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
