import { deserialize, serialize } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { storeAfterFrames, recv, sent } from "../../support/frames.js";
import { codes, session, text } from "../../support/trackedStore.js";
import { afterV2, ACCEPTED, trackedV2 } from "../../support/version2.js";

const notice = (title: string, extra: object = {}) => ({
  sessionUpdate: "notice",
  severity: "info",
  title,
  ...extra,
});
const compaction = (fields: object) => ({
  sessionUpdate: "compaction_update",
  compactionId: "k1",
  ...fields,
});
const summary = (value: string) => ({
  sessionUpdate: "compaction_summary_chunk",
  compactionId: "k1",
  content: text(value),
});
const info = (fields: object) => ({ sessionUpdate: "session_info_update", ...fields });
const usage = (fields: object) => ({ sessionUpdate: "usage_update", size: 100, ...fields });
const cost = { amount: 0.5, currency: "USD" };

describe("a notice", () => {
  it("is kept with its position in the timeline", () => {
    const chunk = { sessionUpdate: "agent_message_chunk", messageId: "m", content: text("x") };
    const store = afterV2(notice("a", { description: "why" }), chunk, notice("b"));
    expect(session(store).notices).toEqual([
      { severity: "info", title: "a", description: "why", position: 0 },
      { severity: "info", title: "b", position: 1 },
    ]);
    expect(session(store).timeline).toHaveLength(1);
  });

  it("is counted when it is sent several times in a row", () => {
    const [a, b] = [notice("a"), notice("a", { description: "why" })];
    const store = afterV2(a, b, b, b, a);
    expect(session(store).notices.map(({ count }) => count)).toEqual([undefined, 3, undefined]);
  });

  it("has no position and count of the agent", () => {
    const store = trackedV2();
    const { diagnostics } = store.update(notice("a", { position: 7, count: 7 }));
    expect(diagnostics.map(({ code }) => code)).toEqual(["reserved_field", "reserved_field"]);
    expect(session(store).notices).toEqual([{ severity: "info", title: "a", position: 0 }]);
  });

  it("is kept only while it is among the newest", () => {
    const store = trackedV2({ limits: { notices: 2 } });
    for (const title of ["a", "b"]) store.update(notice(title));
    expect(session(store)).not.toHaveProperty("dropped");
    store.update(notice("c"));
    expect(session(store).notices.map(({ title }) => title)).toEqual(["b", "c"]);
    expect(session(store).dropped).toEqual({ notices: 1 });
  });

  it.each([{ title: "" }, { title: undefined }, { severity: 3 }])("is rejected with %o", (part) => {
    const store = trackedV2();
    expect(store.update(notice("a", part))).toMatchObject({ accepted: false });
    expect(store.getState().sessions.size).toBe(0);
  });
});

const COMPACTIONS: [string, Record<string, unknown>[], object][] = [
  [
    "starts in progress with its first chunk",
    [summary("a")],
    { status: "in_progress", summary: [text("a")] },
  ],
  [
    "appends chunks",
    [summary("a"), summary("b")],
    { status: "in_progress", summary: [text("ab")] },
  ],
  [
    "stores its status",
    [compaction({ status: "failed", error: "full" })],
    { status: "failed", summary: [], error: "full" },
  ],
  [
    "keeps absent fields",
    [compaction({ status: "x", error: "e", summary: [text("a")] }), compaction({ status: "y" })],
    { status: "y", summary: [text("a")], error: "e" },
  ],
  [
    "clears null fields",
    [
      compaction({ status: "x", error: "e", summary: [text("a")] }),
      compaction({ status: "y", error: null, summary: null }),
    ],
    { status: "y", summary: [] },
  ],
  [
    "is cleared by []",
    [summary("a"), compaction({ status: "completed", summary: [] })],
    { status: "completed", summary: [] },
  ],
  [
    "appends chunks to the replacement",
    [summary("a"), compaction({ status: "in_progress", summary: [text("x")] }), summary("y")],
    { status: "in_progress", summary: [text("xy")] },
  ],
];

describe("a compaction", () => {
  it.each(COMPACTIONS)("is upserted: %s", (_name, updates, expected) => {
    const store = afterV2(...updates);
    const compactions = Array.from(
      session(store).compactions.values(),
      ({ startedAt: _startedAt, endedAt: _endedAt, ...rest }) => rest,
    );
    expect(compactions).toEqual([{ compactionId: "k1", ...expected }]);
    expect(session(store).timeline).toEqual([{ type: "compaction", id: "k1" }]);
  });

  it("keeps unknown fields", () => {
    const store = afterV2(
      compaction({ status: "completed", trigger: "auto" }),
      compaction({ status: "completed", model: null }),
    );
    expect([...session(store).compactions.values()]).toMatchObject([
      { trigger: "auto", model: null },
    ]);
  });

  it("patches its metadata, which chunks do not change", () => {
    const store = afterV2(
      compaction({ status: "in_progress", _meta: { a: 1, b: 1 } }),
      compaction({ status: "in_progress", _meta: { a: null } }),
      { ...summary("x"), _meta: { c: 1 } },
    );
    expect(session(store).compactions.get("k1")?._meta).toEqual({ b: 1 });
  });
});

describe("a config option", () => {
  const sentOption = { configId: "web", name: "Web", type: "boolean", currentValue: true };

  it("exposes its id under the same name as in version 1", () => {
    const store = afterV2({ sessionUpdate: "config_option_update", configOptions: [sentOption] });
    expect(session(store).configOptions).toEqual([{ id: "web", ...sentOption }]);
  });

  it("accepts an option that only has configId", () => {
    const option = { ...sentOption, id: 5 };
    const store = afterV2({ sessionUpdate: "config_option_update", configOptions: [option] });
    expect(session(store).configOptions).toEqual([{ ...sentOption, id: "web" }]);
    expect(deserialize(serialize(store.getState()))).toEqual(store.getState());
  });

  it("is read from the responses to session/new and session/set_config_option", () => {
    const changed = { ...sentOption, currentValue: false };
    const store = storeAfterFrames(
      2,
      sent({ id: 0, method: "session/new", params: { cwd: "/w" } }),
      recv({ id: 0, result: { sessionId: "s1", configOptions: [sentOption] } }),
    );
    expect(session(store).configOptions).toMatchObject([{ id: "web", currentValue: true }]);
    const params = { sessionId: "s1", configId: "web", value: false };
    store.observe(sent({ id: 1, method: "session/set_config_option", params }));
    store.observe(recv({ id: 1, result: { configOptions: [changed] } }));
    expect(session(store).configOptions).toMatchObject([{ id: "web", currentValue: false }]);
  });
});

describe("authentication methods", () => {
  it("accepts a method that only has methodId", () => {
    const method = { type: "agent", methodId: "key", name: "API key" };
    const info = { name: "a", version: "1" };
    const store = storeAfterFrames(
      2,
      sent({ id: 0, method: "initialize", params: { protocolVersion: 2 } }),
      recv({ id: 0, result: { protocolVersion: 2, info, authMethods: [{ ...method, id: 5 }] } }),
    );
    expect(store.getState().agent.authMethods).toEqual([{ ...method, id: "key" }]);
  });
});

describe("available_commands_update", () => {
  it("replaces all commands", () => {
    const input = { type: "text", hint: "dir" };
    const command = { type: "command", name: "init", description: "Set up", input };
    const store = afterV2({
      sessionUpdate: "available_commands_update",
      availableCommands: [command],
    });
    expect(session(store).commands).toEqual([command]);
    store.update({ sessionUpdate: "available_commands_update", availableCommands: [] });
    expect(session(store).commands).toEqual([]);
  });
});

describe("usage", () => {
  it.each([
    ["stores the sent fields", [usage({ used: 1, cost })], { used: 1, size: 100, cost }],
    [
      "keeps an absent cost",
      [usage({ used: 1, cost }), usage({ used: 2 })],
      { used: 2, size: 100, cost },
    ],
    [
      "clears a null cost",
      [usage({ used: 1, cost }), usage({ used: 2, cost: null })],
      { used: 2, size: 100 },
    ],
    [
      "replaces the cost",
      [usage({ used: 1, cost }), usage({ used: 2, cost: { ...cost, amount: 1 } })],
      { used: 2, size: 100, cost: { ...cost, amount: 1 } },
    ],
    [
      "drops earlier metadata",
      [usage({ used: 1, _meta: { a: 1 } }), usage({ used: 2 })],
      { used: 2, size: 100 },
    ],
  ])("is updated: %s", (_name, updates, expected) => {
    expect(session(afterV2(...updates)).usage).toEqual(expected);
  });
});

describe("session info", () => {
  const first = info({ title: "T", updatedAt: "2026-01-01T00:00:00Z", _meta: { a: 1, b: 1 } });
  const { sessionUpdate: _, ...all } = first as Record<string, unknown>;

  it.each([
    ["keeps absent fields", {}, all],
    ["clears a null title", { title: null }, { ...all, title: undefined }],
    ["clears a null timestamp", { updatedAt: null }, { ...all, updatedAt: undefined }],
    ["keeps unknown fields", { color: "red" }, { ...all, color: "red" }],
    ["replaces the title", { title: "U" }, { ...all, title: "U" }],
    ["patches metadata by key", { _meta: { a: null, c: 1 } }, { ...all, _meta: { b: 1, c: 1 } }],
    ["clears null metadata", { _meta: null }, { ...all, _meta: undefined }],
  ])("is updated: %s", (_name, fields, expected) => {
    const found = session(afterV2(first, info(fields))).info;
    expect(found).toEqual(expected);
    expect(Object.values(found)).not.toContain(undefined);
    expect(Object.values(found)).not.toContain(null);
  });
});

describe("an unknown update", () => {
  it("is kept and reported", () => {
    const store = trackedV2();
    const update = { sessionUpdate: "_weather", rain: true };
    expect(codes(store.update(update))).toEqual(["unknown_update"]);
    expect(session(store).unknownUpdates).toEqual([update]);
    expect(store.update(info({ title: "T" }))).toEqual(ACCEPTED);
  });
});
