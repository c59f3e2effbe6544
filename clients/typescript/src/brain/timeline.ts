import type { Listing } from "../listing.js";
import type { ChangeMoments, FactDifference } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions } from "../options.js";
import { BrainSubject } from "./subject.js";

/** What changed over the time of a brain. */
export class BrainTimeline extends BrainSubject {
  /** Returns the moments at which facts changed, by clock, earliest first. If there are more than `limit`, they are grouped. */
  moments(fields: QueryOf<"getChangeMoments"> = {}, options?: CallOptions): Promise<ChangeMoments> {
    return this.connection.json("getChangeMoments", { path: this.at(), query: fields }, options);
  }

  /** Lists facts that differ between two moments, each with a valid and a system time, most recently recorded first. */
  differences(fields: QueryOf<"listDifferences"> = {}, options?: CallOptions): Listing<FactDifference> {
    return this.listing("listDifferences", { path: this.at(), query: fields }, (answer) => answer.differences, options);
  }
}
