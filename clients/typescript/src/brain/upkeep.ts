import type { JobTimingRequest, ScheduleRequest, TickReport, TickRequest, UpkeepSchedule } from "../openapi.js";
import type { CallOptions, WriteOptions } from "../options.js";
import { BrainSubject, rehearsal } from "./subject.js";

/** The jobs that keep a brain in shape. `dry_run: true` only shows what would change. */
export class Upkeep extends BrainSubject {
  /** Runs jobs of upkeep, without `jobs` all of them. No job changes a statement, a version or a period. */
  tick(fields: TickRequest = {}, options?: WriteOptions): Promise<TickReport> {
    const parts = { path: this.at(), body: fields, ...rehearsal(fields) };
    return this.connection.json("tick", parts, options);
  }

  /** Returns when the jobs of upkeep run by themselves, and what their last runs did. */
  schedule(options?: CallOptions): Promise<UpkeepSchedule> {
    return this.connection.json("getUpkeepSchedule", { path: this.at() }, options);
  }

  /** Sets when one job runs by itself; without `cron` and `every_episodes` it no longer does. */
  scheduleJob(fields: JobTimingRequest, options?: CallOptions): Promise<UpkeepSchedule> {
    return this.connection.json("scheduleUpkeep", { path: this.at(), body: fields }, options);
  }

  /** Replaces the whole schedule. A job that is not named no longer runs by itself. */
  setSchedule(jobs: ScheduleRequest["jobs"], options?: CallOptions): Promise<UpkeepSchedule> {
    return this.connection.json("setUpkeepSchedule", { path: this.at(), body: { jobs } }, options);
  }
}
