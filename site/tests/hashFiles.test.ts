import { describe, expect, it } from "vitest";
import { hashFiles } from "../src/hashFiles.mjs";
import { ROOT } from "../src/repository.js";

describe("hashFiles", () => {
  it("returns the same hash for the same files, and another one for other files", () => {
    const hash = hashFiles(ROOT, ["site/src/*"]);
    expect(hashFiles(ROOT, ["site/src/*"])).toBe(hash);
    expect(hashFiles(ROOT, ["site/src/links.ts"])).not.toBe(hash);
  });

  it("throws for a pattern that matches no file, because changes would go unnoticed", () => {
    expect(() => hashFiles(ROOT, ["packages/*/src"])).toThrow("did not match any file");
  });
});
