import { blocksOf, type Encoder, type Source } from "./ndjson.js";

/** What an upload tells while it is sent. */
export interface UploadEvents {
  /** The client waits for the next record of its caller. */
  readonly waits: () => void;
  /** A block was handed over to be sent. */
  readonly sends: () => void;
}

/** NDJSON on its way to the service. Records are read only as fast as they are sent. */
export class Upload {
  /** Records that were read from the source. */
  records = 0;
  /** What the source threw, in an object of its own: a source may throw anything. */
  failure: { readonly reason: unknown } | undefined;
  readonly #read: (count: (records: number) => void) => AsyncGenerator<Uint8Array>;
  readonly #isIterator: boolean;
  #begun = false;

  private constructor(read: (count: (records: number) => void) => AsyncGenerator<Uint8Array>, once: boolean) {
    this.#read = read;
    this.#isIterator = once;
  }

  /** Returns an upload of records. */
  static of<T>(source: Source<T>, encode: Encoder<T>): Upload {
    return new Upload((count) => blocksOf(source, encode, count), isIterator(source));
  }

  /** Whether the records can be read from their beginning: nothing was read yet, or the source is a list. */
  get canBegin(): boolean {
    return !this.#begun || !this.#isIterator;
  }

  /**
   * Returns a body that reads the records while it is sent.
   *
   * @param signal ends the reading. Not every runtime lets go of a body when its request is aborted.
   */
  stream(signal: AbortSignal, events: UploadEvents): ReadableStream<Uint8Array> {
    const blocks = this.#blocks();
    const stop = async (): Promise<void> => {
      await blocks.return(undefined);
    };
    signal.addEventListener("abort", () => void stop(), { once: true });
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          events.waits();
          const { done, value } = await blocks.next();
          events.sends();
          if (signal.aborted) controller.error(signal.reason);
          else if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: stop,
      },
      { highWaterMark: 0 },
    );
  }

  /** Reads all records, and returns a body with them. */
  async blob(signal: AbortSignal | undefined): Promise<Blob> {
    let whole = new Blob([]);
    for await (const block of this.#blocks()) {
      signal?.throwIfAborted();
      whole = new Blob([whole, block as Uint8Array<ArrayBuffer>]);
    }
    return whole;
  }

  async *#blocks(): AsyncGenerator<Uint8Array> {
    this.#begun = true;
    this.records = 0;
    this.failure = undefined;
    try {
      yield* this.#read((records) => (this.records += records));
    } catch (reason) {
      this.failure = { reason };
      throw reason;
    }
  }
}

/** Whether a source can be read only once: it is its own iterator, such as a generator or a stream. */
function isIterator(source: Source<unknown>): boolean {
  return "next" in source || "getReader" in source || "pipe" in source;
}
