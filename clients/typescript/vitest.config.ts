import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (name: string) => fileURLToPath(new URL(`src/${name}.ts`, import.meta.url));

export default defineConfig({
  resolve: { alias: { "graphmem/ai": source("ai"), graphmem: source("index") } },
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: ["tests/support/service.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
