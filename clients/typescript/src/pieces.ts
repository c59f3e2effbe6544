/** Yields the pieces of a stream. A caller that stops early cancels it. Not every browser can iterate a stream itself. */
export async function* piecesOf<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    ended = true;
  } catch (error) {
    ended = true;
    throw error;
  } finally {
    if (!ended) await reader.cancel();
    reader.releaseLock();
  }
}
