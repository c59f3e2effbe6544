import type { Listing } from "../listing.js";
import type { AcceptRequest, ContradictionMark, Overturned } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions, WriteOptions } from "../options.js";
import { BrainSubject } from "./subject.js";

/** The facts of a brain that a later value or a contradiction ended. */
export class Contradictions extends BrainSubject {
  /** Lists facts that a later value or a contradiction ended, most recently recorded first. */
  list(page: QueryOf<"listContradictions"> = {}, options?: CallOptions): Listing<Overturned> {
    return this.listing("listContradictions", { path: this.at(), query: page }, (answer) => answer.contradictions, options);
  }

  /** Marks a fact that another one ended as looked at and left as it is; with `accepted: false` it is open again. */
  accept(factId: string, fields: AcceptRequest = {}, options?: WriteOptions): Promise<ContradictionMark> {
    return this.connection.json("acceptContradiction", { path: this.at({ id: factId }), body: fields }, options);
  }
}
