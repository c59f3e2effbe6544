import { rehearsal } from "./brain_part.js";
import { BrainSources } from "./brain_sources.js";
import type {
  ApplyRetentionRequest, ForgetEpisodesRequest, ForgottenEpisodes, Reextraction, ReextractionEstimate, ReextractionFilter,
  ReextractionReport, ReextractRequest, Retention, RetentionPolicy, UndoneReextraction, UndoReextractionRequest,
} from "./openapi.js";
import type { Listing } from "./listing.js";
import type { QueryOf } from "./operations.js";
import type { CallOptions, WriteOptions } from "./options.js";

/** The part of a brain that forgets episodes by their age, or reads them again. */
export abstract class BrainRetention extends BrainSources {
  /** Forgets the episodes recorded before a time, oldest first. Repeat the call while `more` is true. */
  forgetEpisodes(fields: ForgetEpisodesRequest, options?: WriteOptions): Promise<ForgottenEpisodes> {
    const parts = { path: this.at(), body: fields, ...rehearsal(fields) };
    return this.connection.json("forgetEpisodes", parts, options);
  }

  /** Returns the retention policies; without any, everything is kept. */
  retention(options?: CallOptions): Promise<Retention> {
    return this.connection.json("getRetention", { path: this.at() }, options);
  }

  /** Replaces the retention policies. Nothing is forgotten by this call. */
  setRetention(policies: RetentionPolicy[], options?: CallOptions): Promise<Retention> {
    return this.connection.json("setRetention", { path: this.at(), body: { policies } }, options);
  }

  /** Forgets the episodes that are older than the policies allow. Repeat the call while `more` is true. */
  applyRetention(fields: ApplyRetentionRequest = {}, options?: WriteOptions): Promise<ForgottenEpisodes> {
    const parts = { path: this.at(), body: fields, ...rehearsal(fields) };
    return this.connection.json("applyRetention", parts, options);
  }

  /** Returns how many episodes fit a filter, and about how many calls and tokens their new extraction takes. */
  estimateReextraction(fields: ReextractionFilter = {}, options?: CallOptions): Promise<ReextractionEstimate> {
    return this.connection.json("estimateReextraction", { path: this.at(), body: fields }, options);
  }

  /** Reads episodes again with the service's model; the new reading replaces the old one. Repeat the call with `cursor`. */
  reextract(fields: ReextractRequest = {}, options?: WriteOptions): Promise<ReextractionReport> {
    const parts = { path: this.at(), body: fields, ...rehearsal(fields) };
    return this.connection.json("reextract", parts, options);
  }

  /** Lists the new extractions that changed something, newest first. */
  reextractions(fields: QueryOf<"listReextractions"> = {}, options?: CallOptions): Listing<Reextraction> {
    const parts = { path: this.at(), query: fields };
    return this.list("listReextractions", parts, (answer) => answer.reextractions, options);
  }

  /** Takes a new extraction back: exactly what it withdrew holds again, and what it added is withdrawn. */
  undoReextraction(id: string, fields: UndoReextractionRequest = {}, options?: WriteOptions): Promise<UndoneReextraction> {
    const parts = { path: this.at({ id }), body: fields, ...rehearsal(fields) };
    return this.connection.json("undoReextraction", parts, options);
  }
}
