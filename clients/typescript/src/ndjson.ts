const BLOCK = 64 * 1024;
/** Milliseconds without a new record after which the records so far are sent. */
const LULL = 20;

/** Records, or lines and pieces of an NDJSON file. */
export type Source<T> = Iterable<T> | AsyncIterable<T>;

/** Makes text of a record; it ends with a line feed. */
export type Encoder<T> = (record: T) => string | Uint8Array;

/** Yields records as blocks of NDJSON, of about 64 KiB. A source that pauses gets smaller blocks. */
export async function* blocksOf<T>(
  source: Source<T>,
  encode: Encoder<T>,
  count: (records: number) => void,
): AsyncGenerator<Uint8Array> {
  const block = new Block();
  for await (const record of lullsIn(source, () => block.size > 0)) {
    if (record !== NOTHING) {
      block.add(encode(record));
      count(1);
    }
    if (block.size >= BLOCK || (record === NOTHING && block.size > 0)) {
      yield block.take();
      await turn();
    }
  }
  if (block.size > 0) yield block.take();
}

/** Text and bytes that are sent together. */
class Block {
  size = 0;
  #parts: Uint8Array[] = [];
  #text = "";

  add(part: string | Uint8Array): void {
    this.size += part.length;
    if (typeof part === "string") {
      this.#text += part;
    } else {
      this.#close();
      this.#parts.push(part);
    }
  }

  take(): Uint8Array {
    this.#close();
    const parts = this.#parts;
    this.#parts = [];
    this.size = 0;
    return parts.length === 1 ? parts[0]! : joined(parts);
  }

  #close(): void {
    if (this.#text) this.#parts.push(ENCODER.encode(this.#text));
    this.#text = "";
  }
}

const ENCODER = new TextEncoder();
const NOTHING = Symbol("nothing");

/** Yields what a source yields, and `NOTHING` where an asynchronous source pauses while something waits to be sent. */
async function* lullsIn<T>(source: Source<T>, waits: () => boolean): AsyncGenerator<T | typeof NOTHING> {
  if (!(Symbol.asyncIterator in source)) {
    yield* source;
    return;
  }
  const records = source[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const next = records.next();
      if (waits() && (await lasts(next))) yield NOTHING;
      const { done, value } = await next;
      if (done) break;
      yield value;
    }
    ended = true;
  } finally {
    if (!ended) await records.return?.();
  }
}

/** Whether a promise is not settled within `LULL`. */
async function lasts(promise: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lull = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, LULL, true);
  });
  const settled = promise.then(
    () => false,
    () => false,
  );
  try {
    return await Promise.race([settled, lull]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lets timers, sockets and signals have their turn: a source that never waits would keep them out. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Yields the lines of a stream that are not blank, without their line feeds. Memory holds one line and one piece. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const piece of pieces) {
    const [first = "", ...rest] = decoder.decode(piece, { stream: true }).split("\n");
    begun.push(first);
    for (const next of rest) {
      const line = begun.join("");
      if (line.trim()) yield line;
      begun = [next];
    }
  }
  const last = begun.join("") + decoder.decode();
  if (last.trim()) yield last;
}
