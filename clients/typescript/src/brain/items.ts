import type { GetItemsRequest, ItemPathsRequest, ItemState, NewItem, SearchItemsRequest, StoredItem } from "../openapi.js";
import type { CallOptions, WriteOptions } from "../options.js";
import { BrainSubject } from "./subject.js";

type ItemKey = { path?: string[]; key: string };

/** The items of a brain. */
export class Items extends BrainSubject {
  /** Stores items, all or none, in their order. An item that is there gets a new version. */
  async put(items: NewItem[], options?: WriteOptions): Promise<ItemState[]> {
    return (await this.connection.json("putItems", { path: this.at(), body: { items } }, options)).items;
  }

  /** Returns the items at some places, in their order; null where there is none, or it has expired. */
  async get(items: ItemKey[], fields: Omit<GetItemsRequest, "items"> = {}, options?: CallOptions): Promise<(StoredItem | null)[]> {
    return (await this.connection.json("getItems", { path: this.at(), body: { ...fields, items } }, options)).items;
  }

  /** Returns the items under a path that pass a filter: those most like a question first, else by their order. */
  async search(fields: SearchItemsRequest = {}, options?: CallOptions): Promise<StoredItem[]> {
    return (await this.connection.json("searchItems", { path: this.at(), body: fields }, options)).items;
  }

  /** Deletes the items at some places, and returns how many there were. `forget`: the episodes too that they are remembered as. */
  async delete(items: ItemKey[], fields: { forget?: boolean } = {}, options?: WriteOptions): Promise<number> {
    return (await this.connection.json("deleteItems", { path: this.at(), body: { ...fields, items } }, options)).deleted;
  }

  /** Deletes all items under a path, and returns how many there were. `forget`: the episodes too that they are remembered as. */
  async clear(path: string[], fields: { forget?: boolean } = {}, options?: WriteOptions): Promise<number> {
    return (await this.connection.json("clearItems", { path: this.at(), body: { ...fields, path } }, options)).deleted;
  }

  /** Returns the paths that have items, sorted. */
  async paths(fields: ItemPathsRequest = {}, options?: CallOptions): Promise<string[][]> {
    return (await this.connection.json("listItemPaths", { path: this.at(), body: fields }, options)).paths;
  }
}
