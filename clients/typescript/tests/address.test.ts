import { describe, expect, it } from "vitest";
import { baseOf } from "../src/address.js";

describe("the address of the service", () => {
  it.each(["http://host:8350", "http://host:8350/", "http://host:8350/v1", "http://host:8350/v1/"])(
    "%s leads to the same service",
    (url) => {
      expect(baseOf(url)).toBe("http://host:8350");
    },
  );

  it("keeps a path in front of /v1", () => {
    expect(baseOf("https://host/memory/v1")).toBe("https://host/memory");
    expect(baseOf("https://host/v11")).toBe("https://host/v11");
  });
});
