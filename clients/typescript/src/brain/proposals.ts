import type { Listing } from "../listing.js";
import type { Proposal } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions, WriteOptions } from "../options.js";
import { BrainSubject } from "./subject.js";

/** What upkeep proposes to change in a brain. */
export class Proposals extends BrainSubject {
  /** Lists what upkeep proposes, newest first. */
  list(fields: QueryOf<"listProposals"> = {}, options?: CallOptions): Listing<Proposal> {
    return this.listing("listProposals", { path: this.at(), query: fields }, (answer) => answer.proposals, options);
  }

  /** Does what a proposal says: merges two entities, or ends a fact. */
  approve(id: string, options?: WriteOptions): Promise<Proposal> {
    return this.connection.json("approveProposal", { path: this.at({ id }) }, options);
  }

  /** Declines a proposal. It is not made again, unless its evidence changes. */
  decline(id: string, options?: WriteOptions): Promise<Proposal> {
    return this.connection.json("declineProposal", { path: this.at({ id }) }, options);
  }

  /** Takes a decision back, with what an approval changed. */
  undo(id: string, options?: WriteOptions): Promise<Proposal> {
    return this.connection.json("undoProposal", { path: this.at({ id }) }, options);
  }
}
