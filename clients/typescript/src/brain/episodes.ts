import type { Listing } from "../listing.js";
import type { Episode, EpisodeChanges, Forgotten, QueueState, WriteResult } from "../openapi.js";
import type { AnswerOf, QueryOf } from "../operations.js";
import type { CallOptions } from "../options.js";
import { BrainSubject, rehearsal } from "./subject.js";

/** A filter of episodes; `metadata` is an object of entries that the episodes have. */
export type EpisodeFilter = Omit<QueryOf<"listEpisodes">, "metadata"> & { metadata?: Record<string, unknown> };

/** The episodes of a brain, and the queue of those that wait for extraction. `dry_run: true` only shows what would change. */
export class Episodes extends BrainSubject {
  /** Lists episodes, newest recorded first. */
  list(filter: EpisodeFilter = {}, options?: CallOptions): Listing<Episode> {
    const { metadata, ...rest } = filter;
    const query = metadata === undefined ? rest : { ...rest, metadata: JSON.stringify(metadata) };
    return this.listing("listEpisodes", { path: this.at(), query }, (answer) => answer.episodes, options);
  }

  /** Returns one episode as it was sent, with its status. */
  get(episodeId: string, options?: CallOptions): Promise<Episode> {
    return this.connection.json("getEpisode", { path: this.at({ id: episodeId }) }, options);
  }

  /** Returns what an episode changed: each fact before and after it. */
  changes(episodeId: string, options?: CallOptions): Promise<EpisodeChanges> {
    return this.connection.json("getEpisodeChanges", { path: this.at({ id: episodeId }) }, options);
  }

  /** Returns the trace of an episode: input, decisions and output of each stage. */
  trace(episodeId: string, options?: CallOptions): Promise<AnswerOf<"getTrace">> {
    return this.connection.json("getTrace", { path: this.at({ id: episodeId }) }, options);
  }

  /** Extracts an episode that failed or was only stored. An extracted episode stays as it is. */
  replay(episodeId: string, options?: CallOptions): Promise<WriteResult> {
    return this.connection.json("replayEpisode", { path: this.at({ id: episodeId }) }, options);
  }

  /** Removes an episode with its statements from both histories. Facts that they had ended are open again. */
  forget(episodeId: string, fields: QueryOf<"forgetEpisode"> = {}, options?: CallOptions): Promise<Forgotten> {
    const parts = { path: this.at({ id: episodeId }), query: fields, ...rehearsal(fields) };
    return this.connection.json("forgetEpisode", parts, options);
  }

  /** Returns how many episodes wait for extraction, are being extracted, and failed in the queue. */
  queue(options?: CallOptions): Promise<QueueState> {
    return this.connection.json("getQueue", { path: this.at() }, options);
  }
}
