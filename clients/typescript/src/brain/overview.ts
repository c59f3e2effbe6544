import type { BrainDetail, Overview, Stats } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions } from "../options.js";
import { BrainSubject } from "./subject.js";

/** Counts of a brain. */
export class BrainOverview extends BrainSubject {
  /** Returns settings, counts and revision. A brain to which nothing was ever written is not found. */
  detail(options?: CallOptions): Promise<BrainDetail> {
    return this.connection.json("getBrain", { path: this.at() }, options);
  }

  /** Returns each setting as it applies to this brain, by its name, with the one that sets it. */
  async effectiveSettings(options?: CallOptions): Promise<BrainDetail["effective_settings"]> {
    return (await this.detail(options)).effective_settings;
  }

  /** Returns the counts of this brain. */
  stats(options?: CallOptions): Promise<Stats> {
    return this.connection.json("getStats", { path: this.at() }, options);
  }

  /** Returns counts, the last days (UTC), newest contradictions and failures, and the most connected entities. */
  get(fields: QueryOf<"getOverview"> = {}, options?: CallOptions): Promise<Overview> {
    return this.connection.json("getOverview", { path: this.at(), query: fields }, options);
  }
}
