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

/** Starts one service with an embedded Neo4j for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(join(tmpdir(), "graphmem-client-"));
  const server = await startServer(dataFolder, { GRAPHMEM_ADMIN_KEY: API_KEY });
  project.provide("url", server.url);
  project.provide("apiKey", API_KEY);
  project.provide("dataFolder", dataFolder);
  return async () => {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  };
}
