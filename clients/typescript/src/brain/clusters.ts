import type { Listing } from "../listing.js";
import type { Cluster } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions } from "../options.js";
import { BrainSubject } from "./subject.js";

/** The topics of a brain. */
export class Clusters extends BrainSubject {
  /** Lists the topics of the brain, those with most facts first. */
  list(fields: QueryOf<"listClusters"> = {}, options?: CallOptions): Listing<Cluster> {
    return this.listing("listClusters", { path: this.at(), query: fields }, (answer) => answer.clusters, options);
  }

  /** Returns one topic, with up to a thousand of its entities and facts. */
  get(id: string, options?: CallOptions): Promise<Cluster> {
    return this.connection.json("getCluster", { path: this.at({ id }) }, options);
  }
}
