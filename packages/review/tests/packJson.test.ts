import { expect, it } from "vitest";
import { packJson, unpackJson } from "../src/packJson.js";

const CALL = { agentId: "", sessionId: "s1", toolCallId: "c1", evidence: "diff" };

it("has each author and each content once, and returns the same value", () => {
  const value = {
    files: [
      { path: "a", content: "3f2a", by: CALL, lines: [0, 1] },
      { path: "b", content: "3f2a", by: CALL, modeOrigin: "user", lines: null },
      { path: "c", by: "unknown" },
      {
        path: "d",
        hunks: [
          { hunkId: "1", base: [0, 1], origins: [{ lines: [0, 1], by: CALL }] },
          { hunkId: "2", base: [2, 2], cosmetic: "white-space", origins: [] },
        ],
      },
    ],
  };
  const text = packJson(value);
  expect(text.split("3f2a")).toHaveLength(2);
  expect(text.split("toolCallId")).toHaveLength(2);
  expect(unpackJson(text)).toEqual(value);
});

it("returns rows without names as undefined", () => {
  const text = packJson({ hunks: [{ hunkId: "1" }] }).replace('["hunkId"]', "7");
  expect(unpackJson(text)).toEqual({ hunks: [undefined] });
});

it.each(["", "[]", "{}", "null", '{"table":1,"value":2}'])("returns undefined for %j", (text) => {
  expect(unpackJson(text)).toBeUndefined();
});
