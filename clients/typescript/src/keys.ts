import { listing } from "./brain/subject.js";
import type { Connection } from "./connection.js";
import type { Listing } from "./listing.js";
import type { ApiKey, CreatedKey, KeyRequest, RotateRequest } from "./openapi.js";
import type { QueryOf } from "./operations.js";
import type { CallOptions } from "./options.js";

/** The API keys of a service. Its calls need a key with the scope `admin` in all brains. */
export class Keys {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates a key. The answer contains it, only this once. */
  create(key: KeyRequest, options?: CallOptions): Promise<CreatedKey> {
    return this.#connection.json("createKey", { body: key }, options);
  }

  /** Lists the keys without their secrets, oldest first, with those that were revoked or have expired. */
  list(page: QueryOf<"listKeys"> = {}, options?: CallOptions): Listing<ApiKey> {
    return listing(this.#connection, "listKeys", { query: page }, (answer) => answer.keys, options);
  }

  /** Gives a key a new secret, which the answer contains only this once. The old one is valid for `grace_seconds` more. */
  rotate(id: string, fields: RotateRequest = {}, options?: CallOptions): Promise<CreatedKey> {
    return this.#connection.json("rotateKey", { path: { id }, body: fields }, options);
  }

  /** Revokes a key. */
  revoke(id: string, options?: CallOptions): Promise<ApiKey> {
    return this.#connection.json("revokeKey", { path: { id } }, options);
  }
}
