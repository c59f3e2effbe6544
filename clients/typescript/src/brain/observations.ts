import type { Listing } from "../listing.js";
import type { Observation } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions } from "../options.js";
import { BrainSubject } from "./subject.js";

/** The observations of a brain. */
export class Observations extends BrainSubject {
  /** Lists what upkeep has noticed across the facts, newest first. */
  list(fields: QueryOf<"listObservations"> = {}, options?: CallOptions): Listing<Observation> {
    return this.listing("listObservations", { path: this.at(), query: fields }, (answer) => answer.observations, options);
  }
}
