import type { Listing } from "../listing.js";
import type { EpisodeSource, RestoreSourceRequest, RetractSourceRequest, SourceChanges } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions, WriteOptions } from "../options.js";
import { BrainSubject, rehearsal } from "./subject.js";

/** The sources of a brain's episodes. `dry_run: true` only shows what would change. */
export class Sources extends BrainSubject {
  /** Lists the sources of the episodes, and those that have a trust, sorted by name. */
  list(filter: QueryOf<"listSources"> = {}, options?: CallOptions): Listing<EpisodeSource> {
    return this.listing("listSources", { path: this.at(), query: filter }, (answer) => answer.sources, options);
  }

  /** Sets the greatest confidence, 0 to 1, of what the episodes of a source say that are stored from now on. */
  set(source: string, trust: number, options?: CallOptions): Promise<EpisodeSource> {
    return this.connection.json("setSource", { path: this.at({ source }), body: { trust } }, options);
  }

  /** Withdraws all statements of the episodes of a source, at one system time. What another source has said too stands. */
  retract(source: string, fields: RetractSourceRequest = {}, options?: WriteOptions): Promise<SourceChanges> {
    const parts = { path: this.at({ source }), body: fields, ...rehearsal(fields) };
    return this.connection.json("retractSource", parts, options);
  }

  /** Takes a retraction back, by default the latest one that stands: exactly what it withdrew holds again. */
  restore(source: string, fields: RestoreSourceRequest = {}, options?: WriteOptions): Promise<SourceChanges> {
    const parts = { path: this.at({ source }), body: fields, ...rehearsal(fields) };
    return this.connection.json("restoreSource", parts, options);
  }
}
