import { Lazy } from "./lazy.js";

/** Part of a list. */
export class Page<T> implements Iterable<T> {
  readonly items: readonly T[];
  /** Send it as `cursor` for the next page; null = this is the last page. */
  readonly nextCursor: string | null;

  constructor(items: readonly T[], nextCursor: string | null | undefined) {
    this.items = items;
    this.nextCursor = nextCursor ?? null;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.items[Symbol.iterator]();
  }
}

/** Reads one page. */
export type PageReader<T> = (cursor: string | null | undefined) => Promise<Page<T>>;

/**
 * A list of the service. `await` gives one page. `for await` goes through all pages, one request for each.
 */
export class Listing<T> extends Lazy<Page<T>> implements AsyncIterable<T> {
  readonly #read: PageReader<T>;

  constructor(read: PageReader<T>) {
    super();
    this.#read = read;
  }

  protected override run(): Promise<Page<T>> {
    return this.#read(undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    let page = await this.then();
    yield* page;
    while (page.nextCursor !== null) {
      page = await this.#read(page.nextCursor);
      yield* page;
    }
  }

  /** Returns the items of all pages. */
  async toArray(): Promise<T[]> {
    const items: T[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}
