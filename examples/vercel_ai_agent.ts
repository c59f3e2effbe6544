/*
 * An agent of the Vercel AI SDK that remembers: what Ana says in one conversation is known in the next.
 *
 * Run it beside a service, without a key of a model:
 *
 *     npm install graphmem ai
 *     pip install "graphmem[offline]"    # the service
 *     graphmem serve    # in a terminal of its own, until it tells its address
 *     node examples/vercel_ai_agent.ts
 *
 * The model is scripted. Put your own in its place: `gateway("openai/gpt-…")`.
 */

import { isStepCount, streamText, wrapLanguageModel } from "ai";
import { MockLanguageModelV4, convertArrayToReadableStream } from "ai/test";
import { Graphmem } from "graphmem";
import { memoryMiddleware, memoryTools } from "graphmem/ai";

type Call = MockLanguageModelV4["doStreamCalls"][number];
type Stream = Awaited<ReturnType<MockLanguageModelV4["doStream"]>>["stream"];
type Part = Stream extends ReadableStream<infer P> ? P : never;

const TALK = [
  ["monday", "I am Ana. I moved to Porto last week."],
  ["friday", "Where does Ana live?"],
  ["friday", "Remember: Ana drinks tea without sugar."],
  ["friday", "Search: What does Ana drink?"],
] as const;

const none = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };

/** Stands in for a model: it calls a tool where the message asks for one, and else says what its prompt tells it. */
function answer({ prompt }: Call): Part[] {
  const last = prompt.at(-1)!;
  if (last.role === "tool") return says(JSON.stringify(last.content));
  const text = last.content[0] && typeof last.content === "object" && "text" in last.content[0] ? last.content[0].text : "";
  if (text.startsWith("Remember: ")) return calls("remember", { text: text.replace("Remember: ", "") });
  if (text.startsWith("Search: ")) return calls("recall", { question: text.replace("Search: ", "") });
  const known = prompt.flatMap((message) => (message.role === "system" ? [message.content] : [])).join("\n");
  return says(known.includes("Porto") ? `I know: ${known}` : "Nice to meet you.");
}

function says(text: string): Part[] {
  return [{ type: "text-start", id: "1" }, { type: "text-delta", id: "1", delta: text }, { type: "text-end", id: "1" }, ends("stop")];
}

function calls(toolName: string, input: object): Part[] {
  return [{ type: "tool-call", toolCallId: crypto.randomUUID(), toolName, input: JSON.stringify(input) }, ends("tool-calls")];
}

function ends(unified: "stop" | "tool-calls"): Part {
  return { type: "finish", finishReason: { unified, raw: undefined }, usage: { inputTokens: none, outputTokens: none } };
}

const memory = new Graphmem({ url: "http://127.0.0.1:8350", apiKey: process.env["GRAPHMEM_API_KEY"] });
const ana = memory.brain("ana-vercel-ai-example");
const scripted = new MockLanguageModelV4({
  doStream: (call) => Promise.resolve({ stream: convertArrayToReadableStream(answer(call)) }),
});

for (const [session_id, prompt] of TALK) {
  const middleware = memoryMiddleware(ana, { speaker: "Ana", session_id, wait: true });
  const result = streamText({
    model: wrapLanguageModel({ model: scripted, middleware }),
    instructions: "Be brief.",
    tools: memoryTools(ana, { speaker: "Ana", session_id }),
    toolApproval: { correct: "user-approval", forget: "user-approval" },
    stopWhen: isStepCount(5),
    prompt,
  });
  console.log(`[${session_id}] Ana: ${prompt}`);
  process.stdout.write(`[${session_id}] Agent: `);
  for await (const piece of result.textStream) process.stdout.write(piece);
  console.log("\n");
}
