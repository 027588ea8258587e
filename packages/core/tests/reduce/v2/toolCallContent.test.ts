import { selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { toolCallUpdate } from "../../support/frames.js";
import { session, text } from "../../support/trackedStore.js";
import { afterV2, trackedV2 } from "../../support/version2.js";

const output = (value: string) => ({ type: "content", content: text(value) });
const chunk = (content: object, extra: object = {}) => ({
  sessionUpdate: "tool_call_content_chunk",
  toolCallId: "c1",
  content,
  ...extra,
});
const [a, b, c] = [output("a"), output("b"), output("c")];
const callAfter = (...updates: Record<string, unknown>[]) =>
  selectToolCall(afterV2(...updates).getState(), "s1", "c1");

describe("a content chunk", () => {
  it.each([
    ["creates the call", [chunk(a)], [a]],
    ["is never joined with other chunks", [chunk(a), chunk(a), chunk(b)], [a, a, b]],
    ["follows content from an update", [toolCallUpdate({ content: [a] }), chunk(b)], [a, b]],
    ["is replaced by later content", [chunk(a), chunk(b), toolCallUpdate({ content: [c] })], [c]],
    ["follows the replacement", [chunk(a), toolCallUpdate({ content: [b] }), chunk(c)], [b, c]],
    ["is cleared by []", [chunk(a), chunk(b), toolCallUpdate({ content: [] })], []],
    ["is cleared by null", [chunk(a), chunk(b), toolCallUpdate({ content: null })], []],
    ["starts over after []", [chunk(a), toolCallUpdate({ content: [] }), chunk(b)], [b]],
    ["starts over after null", [chunk(a), toolCallUpdate({ content: null }), chunk(b)], [b]],
    [
      "is kept when content is absent",
      [chunk(a), toolCallUpdate({ title: "T" }), chunk(b)],
      [a, b],
    ],
  ])("is appended: %s", (_name, updates, content) => {
    expect(callAfter(...updates)?.content).toEqual(content);
  });

  it.each([
    { type: "terminal", terminalId: "t1" },
    { type: "diff", path: "/a", newText: "b" },
    { type: "diff", changes: [{ operation: "move", path: "/b", oldPath: "/a" }] },
    { type: "_chart", points: [1] },
  ])("accepts %o", (item) => {
    expect(callAfter(chunk(item))?.content).toEqual([item]);
  });

  it("does not change the status or title", () => {
    expect(callAfter(toolCallUpdate({ title: "T", status: "completed" }), chunk(a))).toMatchObject({
      title: "T",
      status: "completed",
    });
  });

  it("does not add its metadata to the call", () => {
    const metadata = { _meta: { x: 2 } };
    expect(callAfter(chunk(output("a"), metadata))).not.toHaveProperty("_meta");
    expect(
      callAfter(
        toolCallUpdate({ _meta: { x: 1 } }),
        chunk(output("a"), metadata),
        chunk(output("b")),
      ),
    ).toMatchObject({ content: [a, b], _meta: { x: 1 } });
  });

  it("adds one timeline item", () => {
    const store = afterV2(chunk(a), chunk(b), toolCallUpdate({ content: [] }));
    expect(session(store).timeline).toEqual([{ type: "tool_call", id: "c1" }]);
  });

  it("creates patches as small as the chunk", () => {
    const store = afterV2(...Array.from({ length: 50 }, () => chunk(a)));
    store.takePatches();
    store.update(chunk(b));
    expect(store.takePatches()).toEqual([
      { op: "add", path: ["sessions", "s1", "toolCalls", "c1", "content", 50], value: b },
    ]);
  });

  it("rejects a chunk without its item", () => {
    const store = trackedV2();
    const before = store.getState();
    expect(
      store.update({ sessionUpdate: "tool_call_content_chunk", toolCallId: "c1" }),
    ).toMatchObject({
      accepted: false,
      diagnostics: [{ code: "invalid_message", path: ["update", "content"] }],
    });
    expect(store.getState()).toBe(before);
  });
});

describe("_meta", () => {
  const meta = (...metas: unknown[]) =>
    callAfter(...metas.map((_meta) => toolCallUpdate(_meta === undefined ? {} : { _meta })));

  it.each([
    ["is kept", [{ a: 1 }], { a: 1 }],
    ["is patched by top-level key", [{ a: 1, b: 1 }, { b: 2 }], { a: 1, b: 2 }],
    ["replaces nested values entirely", [{ a: { x: 1, y: 1 } }, { a: { x: 2 } }], { a: { x: 2 } }],
    ["removes a null key", [{ a: 1, b: 1 }, { a: null }], { b: 1 }],
    ["becomes empty without its last key", [{ a: 1 }, { a: null }], {}],
    ["restores a removed key", [{ a: 1 }, { a: null }, { a: 2 }], { a: 2 }],
    ["is kept when absent", [{ a: 1 }, undefined], { a: 1 }],
    ["is kept when empty", [{ a: 1 }, {}], { a: 1 }],
  ])("is patched: %s", (_name, metas, expected) => {
    expect(meta(...metas)?._meta).toEqual(expected);
  });

  it.each([
    ["null clears all keys", [{ a: 1, b: 1 }, null]],
    ["null without previous metadata is ignored", [null]],
    ["a null key of a new call is ignored", [{ a: null }]],
  ])("is patched: %s", (_name, metas) => {
    expect(meta(...metas)).not.toHaveProperty("_meta");
  });

  it("keeps keys such as __proto__", () => {
    const _meta = JSON.parse('{"__proto__": 1, "constructor": 2}') as object;
    expect(JSON.stringify(meta(_meta)?._meta)).toBe('{"__proto__":1,"constructor":2}');
  });
});
