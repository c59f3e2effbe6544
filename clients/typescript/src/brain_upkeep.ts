import { BrainItems } from "./brain_items.js";
import { rehearsal } from "./brain_part.js";
import type { Listing } from "./listing.js";
import type {
  Cluster, Directive, JobTimingRequest, Observation, Proposal, ScheduleRequest, TickReport, TickRequest, UpkeepSchedule,
} from "./openapi.js";
import type { QueryOf } from "./operations.js";
import type { CallOptions, WriteOptions } from "./options.js";

/** The part of a brain that keeps it in shape between messages. */
export abstract class BrainUpkeep extends BrainItems {
  /** Runs jobs of upkeep, without `jobs` all of them. No job changes a statement, a version or a period. */
  tick(fields: TickRequest = {}, options?: WriteOptions): Promise<TickReport> {
    const parts = { path: this.at(), body: fields, ...rehearsal(fields) };
    return this.connection.json("tick", parts, options);
  }

  /** Lists the standing instructions and preferences of the user, newest first, each with its sources. */
  directives(fields: QueryOf<"listDirectives"> = {}, options?: CallOptions): Listing<Directive> {
    return this.list("listDirectives", { path: this.at(), query: fields }, (answer) => answer.directives, options);
  }

  /** Returns when the jobs of upkeep run by themselves, and what their last runs did. */
  upkeepSchedule(options?: CallOptions): Promise<UpkeepSchedule> {
    return this.connection.json("getUpkeepSchedule", { path: this.at() }, options);
  }

  /** Sets when one job runs by itself; without `cron` and `every_episodes` it no longer does. */
  scheduleUpkeep(fields: JobTimingRequest, options?: CallOptions): Promise<UpkeepSchedule> {
    return this.connection.json("scheduleUpkeep", { path: this.at(), body: fields }, options);
  }

  /** Replaces the whole schedule. A job that is not named no longer runs by itself. */
  setUpkeepSchedule(jobs: ScheduleRequest["jobs"], options?: CallOptions): Promise<UpkeepSchedule> {
    return this.connection.json("setUpkeepSchedule", { path: this.at(), body: { jobs } }, options);
  }

  /** Lists what upkeep proposes, newest first. */
  proposals(fields: QueryOf<"listProposals"> = {}, options?: CallOptions): Listing<Proposal> {
    return this.list("listProposals", { path: this.at(), query: fields }, (answer) => answer.proposals, options);
  }

  /** Lists what upkeep has noticed across the facts, newest first. */
  observations(fields: QueryOf<"listObservations"> = {}, options?: CallOptions): Listing<Observation> {
    return this.list("listObservations", { path: this.at(), query: fields }, (answer) => answer.observations, options);
  }

  /** Lists the topics of the brain, those with most facts first. */
  clusters(fields: QueryOf<"listClusters"> = {}, options?: CallOptions): Listing<Cluster> {
    return this.list("listClusters", { path: this.at(), query: fields }, (answer) => answer.clusters, options);
  }

  /** Returns one topic, with up to a thousand of its entities and facts. */
  cluster(id: string, options?: CallOptions): Promise<Cluster> {
    return this.connection.json("getCluster", { path: this.at({ id }) }, options);
  }

  /** Does what a proposal says: merges two entities, or ends a fact. */
  approveProposal(id: string, options?: WriteOptions): Promise<Proposal> {
    return this.connection.json("approveProposal", { path: this.at({ id }) }, options);
  }

  /** Declines a proposal. It is not made again, unless its evidence changes. */
  declineProposal(id: string, options?: WriteOptions): Promise<Proposal> {
    return this.connection.json("declineProposal", { path: this.at({ id }) }, options);
  }

  /** Takes a decision back, with what an approval changed. */
  undoProposal(id: string, options?: WriteOptions): Promise<Proposal> {
    return this.connection.json("undoProposal", { path: this.at({ id }) }, options);
  }
}
