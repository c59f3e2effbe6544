import { BrainEntities } from "./brain_entities.js";
import { rehearsal } from "./brain_part.js";
import type { TickReport, TickRequest } from "./openapi.js";
import type { WriteOptions } from "./options.js";

/** The part of a brain that keeps it in shape between messages. */
export abstract class BrainUpkeep extends BrainEntities {
  /** Runs jobs of upkeep, without `jobs` all of them. No job changes a statement, a version or a period. */
  tick(fields: TickRequest = {}, options?: WriteOptions): Promise<TickReport> {
    const parts = { path: this.at(), body: fields, ...rehearsal(fields) };
    return this.connection.json("tick", parts, options);
  }
}
