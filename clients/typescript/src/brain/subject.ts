import type { Connection } from "../connection.js";
import { Listing, Page } from "../listing.js";
import type { AnswerOf, OperationId } from "../operations.js";
import type { CallOptions } from "../options.js";
import type { Parts } from "../request.js";

/** What a brain and each of its subjects have: the name of the brain and the way to it. */
export abstract class BrainSubject {
  /** The name of the brain. */
  readonly name: string;
  readonly #connection: Connection;

  constructor(connection: Connection, name: string) {
    this.name = name;
    this.#connection = connection;
  }

  /** The way to the service; hidden, so that nothing prints it. */
  protected get connection(): Connection {
    return this.#connection;
  }

  /** Returns the names in the address of a call. */
  protected at(names: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
    return { brain: this.name, ...names };
  }

  /** Returns a list of this brain. */
  protected listing<Id extends OperationId, T>(
    id: Id,
    parts: Parts,
    items: (answer: AnswerOf<Id>) => readonly T[],
    options: CallOptions | undefined,
  ): Listing<T> {
    return listing(this.connection, id, parts, items, options);
  }
}

/** Returns a list of the service, by its first page and the cursors in its answers. */
export function listing<Id extends OperationId, T>(
  connection: Connection,
  id: Id,
  parts: Parts,
  items: (answer: AnswerOf<Id>) => readonly T[],
  options: CallOptions | undefined,
): Listing<T> {
  return new Listing(async (cursor) => {
    const query = cursor === undefined ? parts.query : { ...parts.query, cursor };
    const answer = await connection.json(id, { ...parts, ...(query && { query }) }, options);
    return new Page(items(answer), (answer as { next_cursor?: string | null }).next_cursor);
  });
}

/** Returns the manner of a call that changes nothing if it is a rehearsal. */
export function rehearsal(fields: { dry_run?: boolean }): Pick<Parts, "manner"> {
  return fields.dry_run ? { manner: "safe" } : {};
}
