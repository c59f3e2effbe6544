import type { LanguageModelMiddleware } from "ai";
import type { Message } from "./openapi.js";

/** The parameters of one call of a model. */
export type ModelCall = Parameters<NonNullable<LanguageModelMiddleware["transformParams"]>>[0]["params"];
type Prompt = ModelCall["prompt"];
type Result<Name extends "wrapGenerate" | "wrapStream"> = Awaited<ReturnType<NonNullable<LanguageModelMiddleware[Name]>>>;
/** A part of a streamed answer. */
export type StreamPart = Result<"wrapStream">["stream"] extends ReadableStream<infer Part> ? Part : never;

/** How an answer ends that the user has in full. */
const COMPLETE = new Set(["stop", "length", "other"]);

/** What the user says, and what the model and its tools say after it: the latest turn of a prompt. */
export class Turn {
  readonly #said: string[] = [];
  readonly #since: Prompt = [];
  readonly #texts: string[] = [];

  constructor(prompt: Prompt) {
    for (const message of prompt.filter(({ role }) => role !== "system").reverse()) {
      if (message.role === "user") this.#said.unshift(textOf(message.content));
      else if (this.#said.length) break;
      else this.#since.unshift(message);
    }
    for (const { role, content } of prompt) {
      if (role === "user" || role === "assistant") this.#texts.push(textOf(content));
    }
  }

  /** The texts of the conversation before the question, oldest first: the last six, with the end of each. */
  get recent(): string[] {
    const at = this.#texts.lastIndexOf(this.#said.at(-1) ?? "");
    return this.#texts.slice(0, Math.max(at, 0)).filter(hasText).slice(-6).map((text) => [...text].slice(-2_000).join(""));
  }

  /** The latest message of the user; "" if it has no text. */
  get question(): string {
    return [...(this.#said.at(-1) ?? "").trim()].slice(0, 20_000).join(""); // a recall takes no more
  }

  /** Whether the model has called tools since the user's message. */
  get continues(): boolean {
    return this.#since.length > 0;
  }

  /** Returns what both say, with the last answer; nothing if one of them says nothing. */
  messages(answer: string, speaker: string | null): Message[] {
    const earlier = this.#since.map((message) => (message.role === "assistant" ? textOf(message.content) : ""));
    const content = [...earlier, answer].filter(hasText).join("\n\n");
    const users = this.#said.filter(hasText).map((text) => ({ role: "user", content: text, name: speaker }));
    return users.length && content ? ([...users, { role: "assistant", content }] as Message[]) : [];
  }
}

/** Returns a prompt with a text in front of the conversation, behind the instructions of the program. */
export function withContext(prompt: Prompt, text: string): Prompt {
  const count = prompt.findIndex(({ role }) => role !== "system");
  const last = prompt[count - 1];
  // Some models take one system message only. One with options, such as a mark for a cache, stays as it is.
  const joins = last?.role === "system" && !last.providerOptions;
  const content = joins ? `${last.content}\n\n${text}` : text;
  return [...prompt.slice(0, joins ? count - 1 : count), { role: "system", content }, ...prompt.slice(count)];
}

/** What a model answers in one call, part by part. */
export class Answer {
  text = "";
  /** Whether the turn ends here: the answer is complete, and the model waits for no tool. */
  endsTurn = false;
  #calls = false;

  hear(part: Result<"wrapGenerate">["content"][number] | StreamPart): void {
    if (part.type === "text") this.text += part.text;
    else if (part.type === "text-delta") this.text += part.delta;
    else if (part.type === "tool-call" && !part.providerExecuted) this.#calls = true;
    else if (part.type === "finish") this.end(part.finishReason);
  }

  end(reason: Result<"wrapGenerate">["finishReason"]): void {
    this.endsTurn = COMPLETE.has(reason.unified) && !this.#calls;
  }
}

function textOf(content: readonly { type: string; text?: string }[]): string {
  return content.flatMap(({ type, text }) => (type === "text" && text ? [text] : [])).join("\n");
}

function hasText(text: string): boolean {
  return text.trim() !== "";
}
