import { expectTypeOf, test } from "vitest";
import type { EpisodeRequest, FactRequest, RecallRequest, WriteResult, operations } from "graphmem";

test("what has a default in a request is optional", () => {
  expectTypeOf<{ subject: string; relation: string; object: string }>().toExtend<FactRequest>();
  expectTypeOf<object>().toExtend<EpisodeRequest & RecallRequest>();
});

test("what an answer always has is required", () => {
  expectTypeOf<WriteResult["facts_added"]>().toBeArray();
  expectTypeOf<WriteResult>().toHaveProperty("success").toEqualTypeOf<boolean>();
});

test("every operation has a type", () => {
  expectTypeOf<operations["listFacts"]["parameters"]["query"]>().not.toBeAny();
});
