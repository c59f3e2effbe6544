import type { Listing } from "../listing.js";
import type { Directive } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions } from "../options.js";
import { BrainSubject } from "./subject.js";

/** The directives of a brain. */
export class Directives extends BrainSubject {
  /** Lists the standing instructions and preferences of the user, newest first, each with its sources. */
  list(fields: QueryOf<"listDirectives"> = {}, options?: CallOptions): Listing<Directive> {
    return this.listing("listDirectives", { path: this.at(), query: fields }, (answer) => answer.directives, options);
  }
}
