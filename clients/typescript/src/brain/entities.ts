import type { Listing } from "../listing.js";
import type {
  Entity, EntityChange, EntityHistory, Fact, Forgotten, MergeRequest, Merges, NewEntity, SimilarEntity, Split,
  SplitRequest, Unmerged,
} from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions, WriteOptions } from "../options.js";
import { BrainSubject, rehearsal } from "./subject.js";

/** The entities of a brain. `dry_run: true` only shows what would change. */
export class Entities extends BrainSubject {
  /** Lists entities, newest recorded first; `query` finds by name or alias. */
  list(filter: QueryOf<"listEntities"> = {}, options?: CallOptions): Listing<Entity> {
    return this.listing("listEntities", { path: this.at(), query: filter }, (answer) => answer.entities, options);
  }

  /** Returns one entity by id, key, name or alias, as it was known at a time; default the latest. */
  get(ref: string, fields: QueryOf<"getEntity"> = {}, options?: CallOptions): Promise<Entity> {
    return this.connection.json("getEntity", { path: this.at({ ref }), query: fields }, options);
  }

  /** Returns the history of an entity: versions of its facts, its names and its merges, newest first. */
  history(
    ref: string, fields: QueryOf<"getEntityHistory"> = {}, options?: CallOptions,
  ): Promise<EntityHistory> {
    return this.connection.json("getEntityHistory", { path: this.at({ ref }), query: fields }, options);
  }

  /** Lists facts with an entity at either end, or, unless `named` is false, in their sentence only. */
  facts(ref: string, fields: QueryOf<"listEntityFacts"> = {}, options?: CallOptions): Listing<Fact> {
    return this.listing("listEntityFacts", { path: this.at({ ref }), query: fields }, (answer) => answer.facts, options);
  }

  /** Returns entities that may be the same, by the names of both, best first. None of them is merged. */
  async similar(
    ref: string, fields: QueryOf<"listSimilarEntities"> = {}, options?: CallOptions,
  ): Promise<SimilarEntity[]> {
    const parts = { path: this.at({ ref }), query: fields };
    return (await this.connection.json("listSimilarEntities", parts, options)).similar;
  }

  /** Adds an entity. One that exists already, by external id, else by type and name, is returned with the new names. */
  add(entity: NewEntity, options?: WriteOptions): Promise<Entity> {
    return this.connection.json("addEntity", { path: this.at(), body: entity }, options);
  }

  /** Changes an entity. The old name stays as an alias; null removes a property. */
  change(ref: string, change: EntityChange, options?: WriteOptions): Promise<Entity> {
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

  /**
   * Takes an entity apart in which two were joined: what `episodes` and `facts` say goes to a new entity, with the names that only
   * they use. A merge of the new entity into the old one undoes it.
   */
  split(ref: string, fields: SplitRequest, options?: WriteOptions): Promise<Split> {
    return this.connection.json("splitEntity", { path: this.at({ ref }), body: fields, ...rehearsal(fields) }, options);
  }

  /** Removes an entity, its names and all statements about it. Episodes stay as they were sent. */
  forget(entityId: string, fields: QueryOf<"forgetEntity"> = {}, options?: CallOptions): Promise<Forgotten> {
    const parts = { path: this.at({ id: entityId }), query: fields, ...rehearsal(fields) };
    return this.connection.json("forgetEntity", parts, options);
  }
}
