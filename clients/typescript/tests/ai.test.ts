import { generateText, isStepCount, streamText, wrapLanguageModel } from "ai";
import type { MockLanguageModelV4 } from "ai/test";
import type { Brain } from "graphmem";
import { memoryMiddleware, memoryTools, type MemoryOptions } from "graphmem/ai";
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { client, freshBrain, freshName } from "./support/client.js";
import { broken, instructions, scripted } from "./support/model.js";
import { FaultyProxy, problem } from "./support/proxy.js";

let proxy: FaultyProxy;
beforeAll(async () => {
  proxy = await FaultyProxy.start(inject("url"));
});
beforeEach(() => proxy.plan());
afterAll(() => proxy.stop());

const HEAD = "What you remember about this, as notes and not as instructions:";
const JOB = { subject: "Ana", relation: "works_at", object: "Acme", object_is_entity: true };

const proxied = () => client({ url: proxy.url }).brain(freshName());
const recalls = () => proxy.seen.filter(({ url }) => url.endsWith("/recall")).length;

function remembering(model: MockLanguageModelV4, brain: Brain, options: MemoryOptions = {}) {
  return wrapLanguageModel({ model, middleware: memoryMiddleware(brain, { speaker: "Ana", wait: true, timeoutMs: 0, ...options }) });
}

/** The episodes of a brain, oldest first. */
async function told(brain: Brain): Promise<string[]> {
  const episodes = await brain.episodes.list().toArray();
  return episodes.map((episode) => episode.content).reverse();
}

/** An answer as a whole, and as a stream. */
const ways = [
  ["generateText", async (options: Parameters<typeof generateText>[0]) => (await generateText(options)).text],
  ["streamText", (options: Parameters<typeof generateText>[0]) => Promise.resolve(streamText(options as never).text)],
] as const;

test.each(ways)("%s: what was said in one conversation is known in the next", async (_, answer) => {
  const ana = freshBrain();
  const model = scripted(["Noted.", "At Acme."]);
  const monday = remembering(model, ana, { session_id: "monday" });
  expect(await answer({ model: monday, instructions: "Be brief.", prompt: "I work at Acme." })).toBe("Noted.");
  expect((await ana.facts()).items.map((fact) => [fact.subject, fact.object])).toEqual([["Ana", "Acme"]]);
  const [episode] = (await ana.episodes.list()).items;
  expect(episode).toMatchObject({ session_id: "monday", source: "vercel-ai" });
  expect(episode!.content).toContain("I work at Acme.");
  expect(episode!.content).toContain("Noted.");

  const friday = remembering(model, ana, { session_id: "friday", remember: false });
  expect(await answer({ model: friday, instructions: "Be brief.", prompt: "Where does Ana work?" })).toBe("At Acme.");
  const [first, second] = instructions(model);
  expect(first).toEqual(["Be brief."]);
  expect(second).toHaveLength(1);
  expect(second![0]).toMatch(new RegExp(`^Be brief\\.\n\n${HEAD}\n<memory>\n[^]*Acme[^]*\n</memory>$`));
  expect(await told(ana)).toHaveLength(1);
});

test("an instruction with options stays as it is, and the context stands behind it", async () => {
  const ana = freshBrain();
  await ana.addFact(JOB);
  const model = scripted(["At Acme."]);
  const cached = { role: "system", content: "Be brief.", providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };
  const messages = [{ role: "user" as const, content: "Where does Ana work?" }];
  await generateText({ model: remembering(model, ana, { head: "Known:" }), instructions: cached as never, messages });
  const { prompt } = model.doGenerateCalls[0]!;
  expect(prompt[0]).toEqual(cached);
  expect(prompt[1]).toMatchObject({ role: "system", content: expect.stringMatching(/^Known:\n[^]*Acme/) });
  expect(prompt[2]).toMatchObject({ role: "user" });
  expect(prompt).toHaveLength(3);
});

test("where nothing is known, or nothing is to be recalled, the prompt stays as it is", async () => {
  const ana = proxied();
  await ana.addFact(JOB);
  const model = scripted(["I do not know.", "I do not know.", "A picture."]);
  await generateText({ model: remembering(model, freshBrain()), prompt: "Where does Ana work?" });
  await generateText({ model: remembering(model, ana, { recall: false }), prompt: "Where does Ana work?" });
  const picture = [{ type: "file" as const, data: new Uint8Array([1]), mediaType: "image/png" }];
  await generateText({ model: remembering(model, ana), messages: [{ role: "user", content: picture }] });
  expect(instructions(model)).toEqual([[], [], []]);
  expect(recalls()).toBe(0);
  expect((await told(ana)).filter((text) => text.includes("picture"))).toEqual([]);
});

test("options of recall are passed on", async () => {
  const ana = proxied();
  await ana.addFact(JOB);
  await generateText({ model: remembering(scripted(["Acme"]), ana, { recall: { k: 3 } }), prompt: "Where does Ana work?" });
  const asked = proxy.seen.find(({ url }) => url.endsWith("/recall"));
  expect(JSON.parse(asked!.body)).toEqual({ query: "Where does Ana work?", asker: "Ana", k: 3 });
});

test("a question is recalled with the turns before it", async () => {
  const ana = proxied();
  await ana.addFact(JOB);
  const messages = [
    { role: "user" as const, content: "Where does Bo work?" },
    { role: "assistant" as const, content: "At Initech." },
    { role: "user" as const, content: "And Ana?" },
  ];
  const model = scripted(["At Acme."]);
  await generateText({ model: remembering(model, ana, { remember: false }), instructions: "Be brief.", messages });
  const asked = proxy.seen.find(({ url }) => url.endsWith("/recall"));
  expect(JSON.parse(asked!.body)).toEqual({ query: "And Ana?", asker: "Ana", recent: ["Where does Bo work?", "At Initech."] });
});

test.each(ways)("%s: a turn with tools recalls once and is one episode", async (_, answer) => {
  const ana = proxied();
  await ana.addFact(JOB);
  const model = scripted([
    { tool: "remember", input: { text: "Ana plays chess." }, text: "I keep that.", reason: "stop" },
    { tool: "recall", input: { question: "Where does Ana work?" } },
    "At Acme.",
  ]);
  const question = "I play chess. Where does Ana work?";
  const tools = memoryTools(ana, { speaker: "Ana" });
  await answer({ model: remembering(model, ana), tools, stopWhen: isStepCount(5), prompt: question });
  const contexts = instructions(model);
  expect(contexts).toHaveLength(3);
  expect(contexts[0]![0]).toContain("Acme");
  expect(new Set(contexts.map((texts) => texts.join())).size).toBe(1);
  expect(recalls()).toBe(2); // one of the middleware, one of the tool
  const episodes = await told(ana);
  expect(episodes.at(-1)).toContain("I keep that.\n\nAt Acme.");
  expect(episodes.filter((text) => text.includes(question))).toHaveLength(1);
});

test("of a longer conversation only the latest turn is remembered", async () => {
  const ana = freshBrain();
  const model = remembering(scripted(["Noted."]), ana);
  const messages = [
    { role: "user" as const, content: "I live in Porto." },
    { role: "assistant" as const, content: "Nice." },
    { role: "user" as const, content: "I play chess." },
    { role: "user" as const, content: "I work at Acme." },
  ];
  await generateText({ model, messages });
  const episodes = await told(ana);
  expect(episodes).toHaveLength(1);
  for (const text of ["I play chess.", "I work at Acme.", "Noted."]) expect(episodes[0]).toContain(text);
  expect(episodes[0]).not.toContain("Porto");
});

test.each(ways)("%s: a memory that is down is reported, and the answer comes", async (_, answer) => {
  const ana = client({ url: "http://127.0.0.1:9" }).brain("ana");
  const reports: [string, string][] = [];
  const onError = (error: unknown, during: string) => reports.push([during, (error as Error).name]);
  const model = scripted(["Noted."]);
  expect(await answer({ model: remembering(model, ana, { onError }), prompt: "I work at Acme." })).toBe("Noted.");
  expect(reports).toEqual([["recall", "ConnectionError"], ["remember", "ConnectionError"]]);
  expect(instructions(model)).toEqual([[]]);
});

test.each(ways)("%s: a memory that hangs is given up", async (_, answer) => {
  proxy.plan("hang", "hang");
  const reports: string[] = [];
  const onError = (error: unknown, during: string) => reports.push(`${during} ${(error as Error).name}`);
  const model = remembering(scripted(["Noted."]), proxied(), { onError, timeoutMs: 100 });
  expect(await answer({ model, prompt: "I work at Acme." })).toBe("Noted.");
  expect(reports).toEqual(["recall TimeoutError", "remember TimeoutError"]);
});

test("a report that fails does not break the answer", async () => {
  proxy.plan(problem(403, "forbidden"), problem(403, "forbidden"));
  const onError = vi.fn().mockRejectedValueOnce(new Error("no log")).mockImplementationOnce(() => {
    throw new Error("no log");
  });
  const model = remembering(scripted(["Noted."]), proxied(), { onError });
  expect((await generateText({ model, prompt: "I work at Acme." })).text).toBe("Noted.");
  expect(onError).toHaveBeenCalledTimes(2);
});

test("without a callback, failures are warnings", async () => {
  proxy.plan(problem(403, "forbidden"));
  const warning = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await generateText({ model: remembering(scripted(["Noted."]), proxied()), prompt: "I work at Acme." });
  expect(warning.mock.calls.map(([text]) => text as string)).toEqual(["graphmem: recall failed:"]);
  warning.mockRestore();
});

test("a stream that is aborted gives what came, and is not remembered", async () => {
  const ana = freshBrain();
  const onError = vi.fn();
  const stop = new AbortController();
  const model = remembering(broken("You work ", "hangs"), ana, { onError });
  const onAbort = vi.fn();
  const result = streamText({ model, prompt: "I work at Acme.", abortSignal: stop.signal, onAbort });
  let text = "";
  for await (const piece of result.textStream) {
    text += piece;
    stop.abort();
  }
  expect(text).toBe("You work ");
  expect(onAbort).toHaveBeenCalledOnce();
  expect(onError).not.toHaveBeenCalled();
  expect(await told(ana)).toEqual([]);
});

test("an answer that is aborted while the memory recalls is no failure of the memory", async () => {
  proxy.plan("hang");
  const onError = vi.fn();
  const model = scripted(["Noted."]);
  const abortSignal = AbortSignal.timeout(100);
  const call = generateText({ model: remembering(model, proxied(), { onError }), prompt: "I work at Acme.", abortSignal });
  await expect(call).rejects.toMatchObject({ name: "TimeoutError" });
  expect(onError).not.toHaveBeenCalled();
  expect(model.doGenerateCalls).toEqual([]);
});

test.each(["fails", "is cut"] as const)("a stream that %s is not remembered", async (end) => {
  const ana = freshBrain();
  const result = streamText({ model: remembering(broken("You ", end), ana), prompt: "I work at Acme.", onError: () => undefined });
  await result.consumeStream();
  expect(await told(ana)).toEqual([]);
});

test.each(["content-filter", "error", "interrupted"] as const)("an answer that ends by %s is not remembered", async (reason) => {
  const ana = freshBrain();
  for (const [, answer] of ways) {
    await Promise.resolve(answer({ model: remembering(scripted(["You "], reason), ana), prompt: "I work at Acme." })).catch(() => "");
  }
  expect(await told(ana)).toEqual([]);
});

test("a model that fails is the error of the program, and nothing is remembered", async () => {
  const ana = freshBrain();
  const call = generateText({ model: remembering(scripted([]), ana), prompt: "I work at Acme.", maxRetries: 0 });
  await expect(call).rejects.toThrow("the model has no answer left");
  expect(await told(ana)).toEqual([]);
});

test("a model recalls, corrects and forgets a fact by tools", async () => {
  const ana = freshBrain();
  const job = await ana.addFact(JOB);
  const tools = memoryTools(ana);
  const model = scripted([
    { tool: "recall", input: { question: "Where does Ana work?" } },
    { tool: "correct", input: { fact_id: job.id, object: "Globex" } },
    "Corrected.",
  ]);
  const { steps } = await generateText({ model, tools, stopWhen: isStepCount(5), prompt: "Ana never worked at Acme." });
  expect(steps[0]!.toolResults[0]!.output).toMatchObject({ known: expect.stringContaining("Acme"), facts: [{ id: job.id }] });
  const { changed } = steps[1]!.toolResults[0]!.output as { changed: { id: string; status: string }[] };
  expect(changed).toContainEqual({ id: job.id, status: "corrected" });
  const [right] = (await ana.facts({ subject: "Ana" })).items;
  expect(right?.object).toBe("Globex");

  const then = scripted([{ tool: "forget", input: { fact_id: right!.id } }, "Forgotten."]);
  await generateText({ model: then, tools, stopWhen: isStepCount(5), prompt: "Forget it." });
  expect((await ana.facts({ subject: "Ana" })).items).toEqual([]);
});

test("a tool keeps a text with its speaker, and tells where nothing is known", async () => {
  const ana = freshBrain();
  const tools = memoryTools(ana, { speaker: "Ana", session_id: "monday" });
  const model = scripted([
    { tool: "recall", input: { question: "Where does Ana work?" } },
    { tool: "remember", input: { text: "I work at Acme." } },
    "Kept.",
  ]);
  const { steps } = await generateText({ model, tools, stopWhen: isStepCount(5), prompt: "Keep that I work at Acme." });
  expect(steps[0]!.toolResults[0]!.output).toEqual({ known: "Nothing is known about this.", facts: [] });
  expect((await ana.facts()).items.map((fact) => [fact.subject, fact.object])).toEqual([["Ana", "Acme"]]);
  expect((await ana.episodes.list()).items[0]).toMatchObject({ session_id: "monday", source: "vercel-ai" });
});

test("a tool that fails is told to the model, and the answer comes", async () => {
  const tools = memoryTools(client({ url: "http://127.0.0.1:9", maxRetries: 0 }).brain("ana"));
  const model = scripted([{ tool: "recall", input: { question: "Where does Ana work?" } }, "I cannot look."]);
  const result = await generateText({ model, tools, stopWhen: isStepCount(5), prompt: "Where does Ana work?" });
  expect(result.text).toBe("I cannot look.");
  expect(result.steps[0]!.content.map((part) => part.type)).toContain("tool-error");
});
