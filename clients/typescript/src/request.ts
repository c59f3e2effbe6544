import { addressOf, type AddressValue } from "./address.js";
import { OPERATIONS, type Manner, type OperationId } from "./operations.js";
import type { WriteOptions } from "./options.js";
import type { Upload } from "./upload.js";

/** What a call consists of. */
export interface Parts {
  /** The names in the address. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, AddressValue>>;
  /** The JSON body. */
  readonly body?: unknown;
  /** The NDJSON body. */
  readonly upload?: Upload;
  /** Whether the call only reports what it would change, or has an effect though its kind has none. */
  readonly manner?: Manner;
}

/** A call, ready to be sent any number of times with the same bytes. */
export class OutgoingRequest {
  readonly operation: OperationId;
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly manner: Manner;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly upload: Upload | undefined;

  /**
   * @param mayRepeat whether the call may be sent again, so that it needs a key.
   * @throws TypeError if a name or the key cannot be sent.
   */
  constructor(operation: OperationId, parts: Parts, options: WriteOptions, mayRepeat: boolean) {
    const { method, path, manner } = OPERATIONS[operation];
    this.operation = operation;
    this.method = method;
    this.address = addressOf(path, parts.path ?? {}, parts.query);
    this.manner = parts.manner ?? manner;
    this.body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
    this.upload = parts.upload;
    const key = options.idempotencyKey ?? (this.manner === "keyed" && mayRepeat ? newKey() : undefined);
    this.headers = { ...typeOf(parts), ...(key === undefined ? {} : { "Idempotency-Key": checked(key) }) };
    if (this.manner === "keyed" && key === undefined) this.manner = "once";
  }
}

function typeOf(parts: Parts): Record<string, string> {
  if (parts.upload) return { "Content-Type": "application/x-ndjson" };
  return parts.body === undefined ? {} : { "Content-Type": "application/json" };
}

function checked(key: string): string {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new TypeError("idempotencyKey must be 1 to 255 printable ASCII characters");
  return key;
}

/** Returns a random key. `crypto.randomUUID` is missing in a page without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
