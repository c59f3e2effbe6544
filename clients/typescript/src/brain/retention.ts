import type { ApplyRetentionRequest, ForgetEpisodesRequest, ForgottenEpisodes, Retention, RetentionPolicy } from "../openapi.js";
import type { CallOptions, WriteOptions } from "../options.js";
import { BrainSubject, rehearsal } from "./subject.js";

/** The retention of a brain: it forgets episodes by their age. `dry_run: true` only shows what would change. */
export class RetentionPolicies extends BrainSubject {
  /** Returns the retention policies; without any, everything is kept. */
  get(options?: CallOptions): Promise<Retention> {
    return this.connection.json("getRetention", { path: this.at() }, options);
  }

  /** Replaces the retention policies. Nothing is forgotten by this call. */
  set(policies: RetentionPolicy[], options?: CallOptions): Promise<Retention> {
    return this.connection.json("setRetention", { path: this.at(), body: { policies } }, options);
  }

  /** Forgets the episodes that are older than the policies allow. Repeat the call while `more` is true. */
  apply(fields: ApplyRetentionRequest = {}, options?: WriteOptions): Promise<ForgottenEpisodes> {
    const parts = { path: this.at(), body: fields, ...rehearsal(fields) };
    return this.connection.json("applyRetention", parts, options);
  }

  /** Forgets the episodes recorded before a time, oldest first. Repeat the call while `more` is true. */
  forget(fields: ForgetEpisodesRequest, options?: WriteOptions): Promise<ForgottenEpisodes> {
    const parts = { path: this.at(), body: fields, ...rehearsal(fields) };
    return this.connection.json("forgetEpisodes", parts, options);
  }
}
