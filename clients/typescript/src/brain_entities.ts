import { rehearsal } from "./brain_part.js";
import { BrainRetention } from "./brain_retention.js";
import type { Entity, EntityChange, MergeRequest, Merges, NewEntity, Unmerged } from "./openapi.js";
import type { WriteOptions } from "./options.js";

/** The part of a brain that curates entities. `dry_run: true` only reports what would change. */
export abstract class BrainEntities extends BrainRetention {
  /** Adds an entity. One that exists already, by external id, else by type and name, is returned with the new names. */
  addEntity(entity: NewEntity, options?: WriteOptions): Promise<Entity> {
    return this.connection.json("addEntity", { path: this.at(), body: entity }, options);
  }

  /** Changes an entity. The old name stays as an alias; null removes a property. */
  changeEntity(ref: string, change: EntityChange, options?: WriteOptions): Promise<Entity> {
    return this.connection.json("changeEntity", { path: this.at({ ref }), body: change }, options);
  }

  /**
   * Merges entities: what is known of `from` belongs to `into` from now on.
   *
   * @param into an id, a key, or a name that only one entity has.
   * @param from the same for one entity, or for several.
   */
  merge(
    into: string, from: string | readonly string[], fields: Pick<MergeRequest, "dry_run"> = {}, options?: WriteOptions,
  ): Promise<Merges> {
    const body = { ...fields, into, from: typeof from === "string" ? [from] : from };
    return this.connection.json("mergeEntities", { path: this.at(), body, ...rehearsal(fields) }, options);
  }

  /** Takes a merge back; its id is in the answer of `merge` and in the history of the entity. */
  unmerge(
    ref: string, mergeId: string, fields: Pick<MergeRequest, "dry_run"> = {}, options?: WriteOptions,
  ): Promise<Unmerged> {
    const body = { ...fields, merge_id: mergeId };
    return this.connection.json("unmergeEntity", { path: this.at({ ref }), body, ...rehearsal(fields) }, options);
  }
}
