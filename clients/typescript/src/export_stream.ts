import type { Answer } from "./answer.js";
import { ConnectionError } from "./errors.js";

/**
 * Yields the lines of an export without their line feeds. The request begins with the first one.
 *
 * @throws ConnectionError if the last line is missing, so that the export is not whole.
 */
export async function* exportLines(begin: () => Promise<Answer>): AsyncGenerator<string> {
  let last = "";
  for await (const line of (await begin()).lines()) {
    yield line;
    last = line;
  }
  if (!isEnd(last)) throw new ConnectionError("exportBrain: the export ends before its last line");
}

function isEnd(line: string): boolean {
  if (line.length > LONGEST_END) return false;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && "graphmem" in value && value.graphmem === "end";
  } catch {
    return false;
  }
}

/** Characters of the last line, with room for further fields. */
const LONGEST_END = 10_000;
