import { BrainIngest } from "./brain_ingest.js";
import { rehearsal } from "./brain_part.js";
import type { Listing } from "./listing.js";
import type {
  AcceptRequest, Changes, ContradictionMark, CorrectRequest, ForgetRequest, Forgotten, InvalidateRequest, RelationRequest,
  RestoreRequest, UndoForgetRequest,
} from "./openapi.js";
import type { QueryOf } from "./operations.js";
import type { CallOptions, WriteOptions } from "./options.js";

/** The part of a brain that curates facts. `dry_run: true` only reports what would change. */
export abstract class BrainCuration extends BrainIngest {
  /** States that a fact is no longer true, or with `kind: "corrected"` never was. Facts that rest on it fall with it. */
  invalidate(factId: string, fields: InvalidateRequest = {}, options?: WriteOptions): Promise<Changes> {
    const parts = { path: this.at({ id: factId }), body: fields, ...rehearsal(fields) };
    return this.connection.json("invalidateFact", parts, options);
  }

  /** Undoes the last retraction or correction of a fact. Facts that fell with it come back. */
  restore(factId: string, fields: RestoreRequest = {}, options?: WriteOptions): Promise<Changes> {
    const parts = { path: this.at({ id: factId }), body: fields, ...rehearsal(fields) };
    return this.connection.json("restoreFact", parts, options);
  }

  /** Corrects a fact that was stated wrongly. The old statement counts as never true; `restore` undoes the correction. */
  correct(factId: string, fields: CorrectRequest, options?: WriteOptions): Promise<Changes> {
    const parts = { path: this.at({ id: factId }), body: fields, ...rehearsal(fields) };
    return this.connection.json("correctFact", parts, options);
  }

  /** Marks a fact that another one ended as looked at and left as it is; with `accepted: false` it is open again. */
  acceptContradiction(factId: string, fields: AcceptRequest = {}, options?: WriteOptions): Promise<ContradictionMark> {
    return this.connection.json("acceptContradiction", { path: this.at({ id: factId }), body: fields }, options);
  }

  /** Removes an episode with its statements from both histories. Facts that they had ended are open again. */
  forgetEpisode(episodeId: string, fields: QueryOf<"forgetEpisode"> = {}, options?: CallOptions): Promise<Forgotten> {
    const parts = { path: this.at({ id: episodeId }), query: fields, ...rehearsal(fields) };
    return this.connection.json("forgetEpisode", parts, options);
  }

  /** Removes a fact and all its statements. If it is no longer true, or was never true, use `invalidate`. */
  forgetFact(factId: string, fields: QueryOf<"forgetFact"> = {}, options?: CallOptions): Promise<Forgotten> {
    const parts = { path: this.at({ id: factId }), query: fields, ...rehearsal(fields) };
    return this.connection.json("forgetFact", parts, options);
  }

  /** Removes an entity, its names and all statements about it. Episodes stay as they were sent. */
  forgetEntity(entityId: string, fields: QueryOf<"forgetEntity"> = {}, options?: CallOptions): Promise<Forgotten> {
    const parts = { path: this.at({ id: entityId }), query: fields, ...rehearsal(fields) };
    return this.connection.json("forgetEntity", parts, options);
  }

  /** Removes this brain with everything in it, for good. */
  forget(options?: CallOptions): Promise<Forgotten> {
    return this.connection.json("forgetBrain", { path: this.at() }, options);
  }

  /** Lists the requests to forget of messages that have hidden something, newest first, with ids and counts. */
  forgetRequests(filter: QueryOf<"listForgetRequests"> = {}, options?: CallOptions): Listing<ForgetRequest> {
    return this.list("listForgetRequests", { path: this.at(), query: filter }, (answer) => answer.requests, options);
  }

  /** Tells again what a request to forget has hidden: its statements hold again, and its sentences are back. */
  undoForgetRequest(requestId: string, fields: UndoForgetRequest = {}, options?: WriteOptions): Promise<Changes> {
    const parts = { path: this.at({ id: requestId }), body: fields, ...rehearsal(fields) };
    return this.connection.json("undoForgetRequest", parts, options);
  }

  /** Sets how the values of a relation exclude each other, and derives its periods again. */
  setRelation(name: string, fields: RelationRequest, options?: WriteOptions): Promise<Changes> {
    return this.connection.json("setRelation", { path: this.at({ name }), body: fields }, options);
  }
}
