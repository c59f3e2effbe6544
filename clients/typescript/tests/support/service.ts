import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startServer } from "./server_process.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the service. */
    url: string;
    /** A key with every right. */
    apiKey: string;
    /** Data folder of the service; another process may share it. */
    dataFolder: string;
  }
}

const API_KEY = "gmk_a-key-for-tests-only";

/**
 * Starts one service with an embedded Neo4j for all tests, and lets it load its models. A service that runs already is used
 * if `GRAPHMEM_TEST_URL`, `GRAPHMEM_TEST_KEY` and `GRAPHMEM_TEST_DATA` (its data folder) name one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { GRAPHMEM_TEST_URL: url, GRAPHMEM_TEST_KEY: apiKey, GRAPHMEM_TEST_DATA: data } = process.env;
  if (url && apiKey && data) {
    provide(project, url, apiKey, data);
    return () => Promise.resolve();
  }
  const dataFolder = await mkdtemp(join(tmpdir(), "graphmem-client-"));
  const server = await startServer(dataFolder, { GRAPHMEM_ADMIN_KEY: API_KEY });
  await warmUp(server.url);
  provide(project, server.url, API_KEY, dataFolder);
  return async () => {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  };
}

function provide(project: TestProject, url: string, apiKey: string, dataFolder: string): void {
  project.provide("url", url);
  project.provide("apiKey", apiKey);
  project.provide("dataFolder", dataFolder);
}

/** Sends one message: the first one waits for the extractor and for the plans of the database. */
async function warmUp(url: string): Promise<void> {
  const headers = { Authorization: `Bearer ${API_KEY}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ content: "I work at Acme.", speaker: "Ana" });
  const response = await fetch(`${url}/v1/brains/warm-up/episodes`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`the service does not extract: ${await response.text()}`);
}
