import { expect, it } from "vitest";
import type { PatchPath } from "../../src/commit/patch.js";
import { getPatchTarget } from "../../src/commit/patchTarget.js";

it.each<[string, PatchPath, object]>([
  [
    "an entity of a session",
    ["sessions", "s1", "toolCalls", "c1", "status"],
    { kind: "entity", sessionId: "s1", table: "toolCalls", id: "c1", depth: 4 },
  ],
  [
    "a table of a session",
    ["sessions", "s1", "plans"],
    { kind: "table", sessionId: "s1", table: "plans", depth: 3 },
  ],
  [
    "the timeline",
    ["sessions", "s1", "timeline", 0],
    { kind: "timeline", sessionId: "s1", depth: 3 },
  ],
  [
    "an item of a list field",
    ["sessions", "s1", "queue", 0],
    { kind: "field", sessionId: "s1", field: "queue", depth: 3 },
  ],
  [
    "a session field of a newer release",
    ["sessions", "s1", "mood"],
    { kind: "field", sessionId: "s1", field: "mood", depth: 3 },
  ],
  ["a session", ["sessions", "toolCalls"], { kind: "session", sessionId: "toolCalls", depth: 2 }],
  [
    "an entity at the top of the state",
    ["catalog", "s1", "title"],
    { kind: "entity", table: "catalog", id: "s1", depth: 2 },
  ],
  [
    "a table at the top of the state",
    ["elicitations"],
    { kind: "table", table: "elicitations", depth: 1 },
  ],
  [
    "a field at the top of the state",
    ["agent", "info", "name"],
    { kind: "state", field: "agent", depth: 1 },
  ],
  [
    "a field of a newer release at the top of the state",
    ["mood", "now"],
    { kind: "state", field: "unknownFields", depth: 1 },
  ],
])("finds %s", (_, path, target) => {
  expect(getPatchTarget(path)).toEqual(target);
});
