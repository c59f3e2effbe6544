import { jsonSchema, tool } from "ai";
import type { Brain } from "./brain.js";
import type { CorrectRequest, RecallRequest } from "./openapi.js";

/** Options of `memoryTools`. */
export interface ToolOptions {
  /** Whose "I" it is in a text that the model keeps. */
  readonly speaker?: string | undefined;
  /** The conversation that kept texts belong to. */
  readonly session_id?: string | undefined;
  /** Whether `remember` waits until the facts are drawn; default true. */
  readonly wait?: boolean | undefined;
  /** Options of `recall`: `k`, `token_budget`, … */
  readonly recall?: Omit<RecallRequest, "query"> | undefined;
}

/** Returns the tools `recall`, `remember`, `correct` and `forget`, for `generateText`, `streamText` and agents. */
export function memoryTools(brain: Brain, options: ToolOptions = {}) {
  const { speaker = null, session_id = null, wait = true, recall = {} } = options;
  return {
    recall: tool({
      description:
        "Search the long-term memory: facts and earlier messages, with their dates. Ask in one plain sentence. " +
        "The ids of the facts are for correct and forget.",
      inputSchema: input<{ question: string }>({ question: text("What to search for: Where does Ana work?") }),
      async execute({ question }, { abortSignal: signal }) {
        const found = await brain.recall(question, recall, { signal });
        const facts = found.facts.flatMap(({ fact }) => (fact ? [{ id: fact.id, text: fact.text }] : []));
        return { known: found.context || "Nothing is known about this.", facts };
      },
    }),
    remember: tool({
      description: "Keep something in the long-term memory. Write whole sentences, with the names of who and what is meant.",
      inputSchema: input<{ text: string }>({ text: text("What to keep: Ana works at Globex since May 2024.") }),
      async execute({ text: content }, { abortSignal: signal }) {
        await brain.remember(content, { speaker, session_id, source: "vercel-ai", wait }, { signal });
        return "Kept.";
      },
    }),
    correct: tool({
      description:
        "Correct a fact that was stored wrongly: it counts as never true, and the right one replaces it. Give only what is " +
        "wrong. If it was true and has changed, use remember.",
      inputSchema: input<{ fact_id: string } & CorrectRequest>(
        {
          fact_id: text("Id of the fact, from recall"),
          object: text("The other end as it should have been: a name, or a plain value"),
          relation: text("For example works_at"),
          valid_from: text("True since this date, such as 2024-05-01"),
          valid_until: text("True until this date, not included"),
          reason: text("Why it is wrong"),
        },
        ["fact_id"],
      ),
      async execute({ fact_id, ...right }, { abortSignal: signal }) {
        const { changed } = await brain.correct(fact_id, right, { signal });
        return { changed: changed.map(({ id, status }) => ({ id, status })) };
      },
    }),
    forget: tool({
      description: "Remove a fact for good, from history too. Only if the person asks for it: it cannot be undone.",
      inputSchema: input<{ fact_id: string }>({ fact_id: text("Id of the fact, from recall") }),
      async execute({ fact_id }, { abortSignal: signal }) {
        await brain.forget(fact_id, {}, { signal });
        return "Forgotten.";
      },
    }),
  };
}

function text(description: string) {
  return { type: "string", description } as const;
}

function input<T>(properties: Record<string, ReturnType<typeof text>>, required = Object.keys(properties)) {
  return jsonSchema<T>({ type: "object", properties, required, additionalProperties: false });
}
