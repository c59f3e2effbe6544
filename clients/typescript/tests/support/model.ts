import { MockLanguageModelV4 } from "ai/test";

type Call = Parameters<MockLanguageModelV4["doGenerate"]>[0];
type Generated = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;
type Streamed = Awaited<ReturnType<MockLanguageModelV4["doStream"]>>["stream"];
type Part = Streamed extends ReadableStream<infer P> ? P : never;

type Reason = Generated["finishReason"]["unified"];
/** What the model answers: a text, or the call of a tool. */
export type Said = string | { tool: string; input: Record<string, unknown>; text?: string; reason?: Reason };

const USAGE: Generated["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** Returns a model that gives these answers, one for each call. `reason` is how its texts end. */
export function scripted(answers: Said[], reason: Reason = "stop"): MockLanguageModelV4 {
  const waiting = [...answers];
  const next = (): Generated => {
    const said = waiting.shift();
    if (said === undefined) throw new Error("the model has no answer left");
    const text = typeof said === "string" ? said : said.text;
    const content: Generated["content"] = text ? [{ type: "text", text }] : [];
    if (typeof said !== "string") {
      const id = `call-${waiting.length}`;
      content.push({ type: "tool-call", toolCallId: id, toolName: said.tool, input: JSON.stringify(said.input) });
    }
    const unified = typeof said === "string" ? reason : (said.reason ?? "tool-calls");
    return { content, finishReason: { unified, raw: undefined }, usage: USAGE, warnings: [] };
  };
  return new MockLanguageModelV4({
    doGenerate: () => Promise.resolve(next()),
    doStream: () => Promise.resolve({ stream: streamOf(parts(next())) }),
  });
}

/** Returns a model whose stream gives a text and then ends as told: never, until it is aborted, or with an error. */
export function broken(text: string, end: "hangs" | "fails" | "is cut"): MockLanguageModelV4 {
  const begin: Part[] = [{ type: "text-start", id: "1" }, { type: "text-delta", id: "1", delta: text }];
  return new MockLanguageModelV4({
    doStream: ({ abortSignal }: Call) => {
      const stream = new ReadableStream<Part>({
        start(out) {
          for (const part of begin) out.enqueue(part);
          if (end === "is cut") out.close();
          if (end === "fails") out.error(new Error("the model is gone"));
          abortSignal?.addEventListener("abort", () => out.error(abortSignal.reason));
        },
      });
      return Promise.resolve({ stream });
    },
  });
}

function parts({ content, finishReason, usage }: Generated): Part[] {
  const told = content.flatMap((part): Part[] => {
    if (part.type !== "text") return [part as Part];
    const deltas = part.text.split(/(?<= )/).map((delta): Part => ({ type: "text-delta", id: "1", delta }));
    return [{ type: "text-start", id: "1" }, ...deltas, { type: "text-end", id: "1" }];
  });
  return [...told, { type: "finish", finishReason, usage }];
}

function streamOf(parts: Part[]): Streamed {
  return new ReadableStream<Part>({
    start(out) {
      for (const part of parts) out.enqueue(part);
      out.close();
    },
  });
}

/** Returns the texts of the system messages of each call of a model. */
export function instructions(model: MockLanguageModelV4): string[][] {
  const calls = [...model.doGenerateCalls, ...model.doStreamCalls];
  return calls.map(({ prompt }) => prompt.flatMap((one) => (one.role === "system" ? [one.content] : [])));
}
