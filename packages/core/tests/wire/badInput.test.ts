import { createAcpStore } from "@acp-store/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codes, session, text, trackedStore } from "../support/trackedStore.js";

const valid = { sessionUpdate: "tool_call", toolCallId: "c1", title: "Read" };

/** A value of an application that throws when it is copied. */
const unreadable = {
  get field(): never {
    throw new Error("The value was revoked.");
  },
};

describe("an invalid message", () => {
  it.each([
    ["undefined", undefined, []],
    ["null", null, []],
    ["a string", "session/update", []],
    ["a list", [], []],
    ["no session id", { update: valid }, ["sessionId"]],
    ["a session id of another type", { sessionId: 7, update: valid }, ["sessionId"]],
    ["no update", { sessionId: "s1" }, ["update"]],
    ["an update without a kind", { sessionId: "s1", update: {} }, ["update", "sessionUpdate"]],
    [
      "a tool call without a title",
      { sessionId: "s1", update: { ...valid, title: undefined } },
      ["update", "title"],
    ],
    [
      "an update without a tool call id",
      { sessionId: "s1", update: { sessionUpdate: "tool_call_update" } },
      ["update", "toolCallId"],
    ],
    [
      "a chunk without content",
      { sessionId: "s1", update: { sessionUpdate: "agent_message_chunk" } },
      ["update", "content"],
    ],
    [
      "a text block without text",
      {
        sessionId: "s1",
        update: { sessionUpdate: "agent_message_chunk", content: { type: "text" } },
      },
      ["update", "content", "text"],
    ],
    [
      "a plan without entries",
      { sessionId: "s1", update: { sessionUpdate: "plan", entries: "none" } },
      ["update", "entries"],
    ],
  ])("rejects %s", (_name, message, path) => {
    const store = trackedStore();
    const before = store.getState();
    const result = store.ingest(message);
    expect(result.accepted).toBe(false);
    expect(result.diagnostics).toEqual([
      expect.objectContaining({
        code: "invalid_message",
        path,
        message: expect.stringContaining("rejected"),
      }),
    ]);
    expect(store.getState()).toBe(before);
  });

  it("reports the expected and the received value", () => {
    const [diagnostic] = trackedStore().update({ ...valid, title: 7 }).diagnostics;
    expect(diagnostic).toEqual({
      code: "invalid_message",
      path: ["update", "title"],
      message: "Invalid input: expected string, received number. The message was rejected.",
      value: 7,
    });
  });

  it.each([{}, { type: 7 }, { type: null, text: "a" }, { type: ["text"], text: "a" }])(
    "rejects content whose type is not a string: %o",
    (content) => {
      const result = trackedStore().update({ sessionUpdate: "agent_message_chunk", content });
      expect(result).toMatchObject({
        accepted: false,
        diagnostics: [{ code: "invalid_message", path: ["update", "content", "type"] }],
      });
    },
  );

  it("rejects a message with a value that cannot be read", () => {
    const store = trackedStore();
    store.update(valid);
    const before = JSON.stringify([...session(store).toolCalls]);
    const result = store.update({
      ...valid,
      sessionUpdate: "tool_call_update",
      rawInput: unreadable,
    });
    expect(result).toMatchObject({ accepted: false, diagnostics: [{ code: "invalid_message" }] });
    expect(JSON.stringify([...session(store).toolCalls])).toBe(before);
  });
});

it("does not create a session for a rejected first message", () => {
  const store = trackedStore();
  expect(store.update({ ...valid, rawInput: unreadable }).accepted).toBe(false);
  expect(store.getState().sessions.size).toBe(0);
  store.update(valid);
  expect(session(store).toolCalls.size).toBe(1);
});

describe("an update that causes several events", () => {
  const terminal = { terminal_output: { terminal_id: "t1", data: "a" } };
  const update = { ...valid, sessionUpdate: "tool_call_update", _meta: terminal };

  it("is not accepted if one of the events is rejected", () => {
    const result = trackedStore().update({ ...update, rawInput: unreadable });
    expect(result).toMatchObject({ accepted: false, diagnostics: [{ code: "invalid_message" }] });
  });

  it("reports the diagnostics of all events", () => {
    const store = trackedStore();
    store.update({ ...valid, status: "completed" });
    const result = store.update({ ...update, status: "failed", kind: 5 });
    expect(result).toMatchObject({
      accepted: true,
      diagnostics: [{ code: "invalid_field" }, { code: "late_update" }],
    });
  });
});

it("rejects a permission request with a value that cannot be read", () => {
  const store = trackedStore();
  const params = {
    sessionId: "s1",
    toolCall: { toolCallId: "c1", rawInput: unreadable },
    options: [],
  };
  const msg = { id: 1, method: "session/request_permission", params };
  const result = store.observe({ dir: "recv", msg });
  expect(result).toMatchObject({ accepted: false, diagnostics: [{ code: "invalid_message" }] });
  expect(store.getState().sessions.size).toBe(0);
});

describe("a partly malformed message", () => {
  it("drops only malformed optional fields", () => {
    const store = trackedStore();
    const result = store.update({
      ...valid,
      kind: 5,
      status: {},
      locations: "here",
      rawInput: "any",
    });
    expect(result.accepted).toBe(true);
    expect(result.diagnostics.map(({ code, path }) => [code, path.join(".")])).toEqual([
      ["invalid_field", "update.kind"],
      ["invalid_field", "update.status"],
      ["invalid_field", "update.locations"],
    ]);
    expect(session(store).toolCalls.get("c1")).toMatchObject({
      kind: "other",
      status: "pending",
      rawInput: "any",
    });
  });

  it("drops only malformed items of a list", () => {
    const store = trackedStore();
    const diff = { type: "diff", path: "/a", newText: "b" };
    const result = store.update({
      ...valid,
      content: [{ type: "diff", path: "/a" }, diff, 3, { type: "_new" }],
      locations: [{ path: "/a", line: -1 }, {}],
    });
    expect(result.diagnostics.map(({ code, path }) => [code, path.join(".")])).toEqual([
      ["invalid_item", "update.content.0"],
      ["invalid_item", "update.content.2"],
      ["invalid_field", "update.locations.0.line"],
      ["invalid_item", "update.locations.1"],
    ]);
    expect(session(store).toolCalls.get("c1")).toMatchObject({
      content: [diff, { type: "_new" }],
      locations: [{ path: "/a" }],
    });
  });

  it("reports what happened to each malformed part", () => {
    const { diagnostics } = trackedStore().update({ ...valid, kind: 5, locations: [true] });
    expect(diagnostics).toEqual([
      {
        code: "invalid_field",
        path: ["update", "kind"],
        message: "Invalid input: expected string, received number. The field was ignored.",
        value: 5,
      },
      {
        code: "invalid_item",
        path: ["update", "locations", 0],
        message: "Invalid input: expected object, received boolean. The item was skipped.",
        value: true,
      },
    ]);
  });

  it("reports a dropped part once, regardless of other malformed values inside it", () => {
    const entries = [{ content: 1, priority: 2 }, { content: "a" }];
    const { diagnostics } = trackedStore().update({ sessionUpdate: "plan", entries });
    expect(diagnostics.map(({ path, message }) => [path.join("."), message])).toEqual([
      [
        "update.entries.0",
        "Invalid input: expected string, received number. The item was skipped.",
      ],
      [
        "update.entries.1",
        "Invalid input: expected string, received undefined. The item was skipped.",
      ],
    ]);
  });

  it("reports an unknown update and keeps it", () => {
    const update = { sessionUpdate: "_new", a: 1 };
    const store = trackedStore();
    expect(store.update(update).diagnostics).toEqual([
      {
        code: "unknown_update",
        path: ["update", "sessionUpdate"],
        message:
          '"_new" is not an update of this protocol version. The store added it to the session\'s unknownUpdates.',
        value: update,
      },
    ]);
    expect(session(store).unknownUpdates).toEqual([update]);
  });

  it("keeps content whose type is the name of an object member", () => {
    const store = trackedStore();
    const content = ["constructor", "toString", "__proto__"].map((type) => ({ type }));
    expect(store.update({ ...valid, content })).toEqual({ accepted: true, diagnostics: [] });
    expect(session(store).toolCalls.get("c1")?.content).toEqual(content);
  });

  it("reports each of a hundred dropped items", () => {
    const locations = Array.from({ length: 100 }, () => ({}));
    const result = trackedStore().update({ ...valid, locations });
    expect(result.diagnostics.map(({ path }) => path.at(-1))).toEqual([...locations.keys()]);
    expect(new Set(codes(result))).toEqual(new Set(["invalid_item"]));
  });

  it("reports a hundred diagnostics and counts the rest", () => {
    const store = trackedStore();
    const result = store.update({ ...valid, locations: Array.from({ length: 500 }, () => ({})) });
    expect(result.accepted).toBe(true);
    expect(result.diagnostics).toHaveLength(100);
    expect(result.diagnostics.at(-1)).toEqual({
      code: "more_lost",
      path: [],
      message: "401 more parts of the message were malformed and were ignored.",
      value: 401,
    });
    expect(session(store).toolCalls.get("c1")?.locations).toEqual([]);
  });

  it("reports as many diagnostics as the limit allows", () => {
    const store = trackedStore({ limits: { diagnostics: 2 } });
    const reportedCodes: string[] = [];
    store.inspect((record) => {
      if (record.type === "diagnostic") reportedCodes.push(record.diagnostic.code);
    });
    const result = store.update({ ...valid, locations: [{}, {}, {}, {}] });
    expect(result.diagnostics.map(({ code, value }) => [code, value])).toEqual([
      ["invalid_item", {}],
      ["more_lost", 3],
    ]);
    expect(reportedCodes).toEqual(["invalid_item", "more_lost"]);
  });

  it("drops only the malformed entry of a plan", () => {
    const store = trackedStore();
    const entry = { content: "a", priority: "low", status: "_blocked" };
    const result = store.update({
      sessionUpdate: "plan",
      entries: [{ content: "no status" }, entry],
    });
    expect(codes(result)).toEqual(["invalid_item"]);
    expect(session(store).plans.get("main")?.entries).toEqual([entry]);
  });

  it("drops a config option without valid choices", () => {
    const store = trackedStore({ protocolVersion: 2 });
    const group = { groupId: "g", name: "G", options: [{ value: 7 }] };
    const option = { configId: "c", name: "C", type: "select", currentValue: "a" };
    const result = store.update({
      sessionUpdate: "config_option_update",
      configOptions: [7, { ...option, options: [group] }, { configId: "d", name: "D", type: "_d" }],
    });
    expect(result.diagnostics.map(({ code, path }) => [code, path.join(".")])).toEqual([
      ["invalid_item", "update.configOptions.0"],
      ["invalid_item", "update.configOptions.1"],
    ]);
    expect(session(store).configOptions.map(({ id }) => id)).toEqual(["d"]);
  });

  it("drops malformed annotations inside content", () => {
    const store = trackedStore();
    const content = { ...text("hi"), annotations: { priority: "high" } };
    const result = store.update({ sessionUpdate: "agent_message_chunk", content });
    expect(result.diagnostics.map(({ path }) => path.join("."))).toEqual([
      "update.content.annotations.priority",
    ]);
    expect([...session(store).messages.values()][0]?.content).toEqual([
      { ...text("hi"), annotations: {} },
    ]);
  });
});

describe("an arbitrary JSON value", () => {
  const kinds = fc.constantFrom(
    "tool_call",
    "tool_call_update",
    "plan",
    "agent_message_chunk",
    "user_message_chunk",
    "available_commands_update",
    "current_mode_update",
    "config_option_update",
    "session_info_update",
    "usage_update",
    "agent_message",
    "state_update",
    "terminal_update",
    "terminal_output_chunk",
    "tool_call_content_chunk",
    "plan_update",
    "notice",
    "compaction_update",
    "subagent_update",
    "session_message_chunk",
    "__proto__",
    "constructor",
  );
  const update = fc
    .tuple(
      kinds,
      fc.dictionary(
        fc.constantFrom(
          "toolCallId",
          "title",
          "content",
          "entries",
          "status",
          "_meta",
          "__proto__",
          "messageId",
          "terminalId",
          "data",
          "output",
          "plan",
          "sessionId",
          "compactionId",
          "state",
          "background",
          "severity",
        ),
        fc.oneof(fc.jsonValue(), fc.constantFrom("a", "__proto__", "aGk=")),
      ),
    )
    .map(([sessionUpdate, rest]) => ({ ...rest, sessionUpdate }));
  const anyMessage = fc.oneof(
    fc.jsonValue(),
    fc.record({ sessionId: fc.constantFrom("s1", "__proto__", ""), update }),
  );

  const version = fc.constantFrom(1 as const, 2 as const);

  it("does not throw and leaves the state unchanged when it is rejected", () => {
    fc.assert(
      fc.property(version, fc.array(anyMessage, { maxLength: 8 }), (protocolVersion, messages) => {
        const store = trackedStore({ protocolVersion });
        for (const message of messages) {
          const before = store.getState();
          const result = store.ingest(message);
          if (!result.accepted) {
            expect(store.getState()).toBe(before);
            expect(result.diagnostics.length).toBeGreaterThan(0);
          }
        }
      }),
    );
  });

  it("does not throw when it is observed as a frame", () => {
    const frame = fc.record({
      dir: fc.constantFrom("recv", "sent"),
      msg: fc.oneof(
        fc.jsonValue(),
        fc.record(
          {
            id: fc.constantFrom(0, "0", null),
            method: fc.constantFrom(
              "session/prompt",
              "session/update",
              "session/request_permission",
              "initialize",
              "session/new",
              "session/load",
              "session/resume",
              "session/fork",
              "session/close",
              "session/cancel",
              "session/set_mode",
              "session/set_model",
              "session/set_config_option",
              "session/list",
              "session/set_title",
              "session/archive",
              "session/unarchive",
              "session/delete",
              "authenticate",
              "logout",
              "auth/status",
              "auth/status_update",
              "terminal/create",
              "terminal/output",
              "terminal/release",
              "elicitation/create",
              "elicitation/complete",
              "$/cancel_request",
            ),
            params: fc.oneof(fc.jsonValue(), anyMessage),
            result: fc.jsonValue(),
            error: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      ),
    });
    fc.assert(
      fc.property(
        version,
        fc.array(fc.oneof(frame, fc.jsonValue()), { maxLength: 10 }),
        (protocolVersion, frames) => {
          const store = trackedStore({ protocolVersion });
          const results = frames.map((value) => store.observe(value as never));
          expect(
            results.every(({ accepted, diagnostics }) => accepted || diagnostics.length > 0),
          ).toBe(true);
        },
      ),
    );
  });

  it("is reported to inspectors with a timestamp", () => {
    const store = createAcpStore({ now: () => 42 });
    const records: unknown[] = [];
    store.inspect((record) => records.push(record));
    const { diagnostics } = store.ingest(7);
    const msg = { jsonrpc: "2.0", method: "session/update", params: 7 };
    const frame = { t: 42, dir: "recv", msg };
    expect(records).toEqual([
      { type: "frame", frame },
      { type: "diagnostic", frame, diagnostic: diagnostics[0], at: 42 },
    ]);
  });
});
