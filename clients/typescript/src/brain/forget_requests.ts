import type { Listing } from "../listing.js";
import type { Changes, ForgetRequest, UndoForgetRequest } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions, WriteOptions } from "../options.js";
import { BrainSubject, rehearsal } from "./subject.js";

/** The requests to forget that a brain has carried out. `dry_run: true` only shows what would change. */
export class ForgetRequests extends BrainSubject {
  /** Lists the requests to forget of messages that have hidden something, newest first, with ids and counts. */
  list(filter: QueryOf<"listForgetRequests"> = {}, options?: CallOptions): Listing<ForgetRequest> {
    return this.listing("listForgetRequests", { path: this.at(), query: filter }, (answer) => answer.requests, options);
  }

  /** Tells again what a request to forget has hidden: its statements hold again, and its sentences are back. */
  undo(requestId: string, fields: UndoForgetRequest = {}, options?: WriteOptions): Promise<Changes> {
    const parts = { path: this.at({ id: requestId }), body: fields, ...rehearsal(fields) };
    return this.connection.json("undoForgetRequest", parts, options);
  }
}
