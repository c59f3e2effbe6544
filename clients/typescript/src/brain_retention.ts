import { rehearsal } from "./brain_part.js";
import { BrainReextraction } from "./brain_reextraction.js";
import type {
  ApplyRetentionRequest, ForgetEpisodesRequest, ForgottenEpisodes, Retention, RetentionPolicy,
} from "./openapi.js";
import type { CallOptions, WriteOptions } from "./options.js";

/** The part of a brain that forgets episodes by their age. `dry_run: true` only returns what would go. */
export abstract class BrainRetention extends BrainReextraction {
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
}
