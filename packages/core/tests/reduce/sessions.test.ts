import { selectPlan, selectSessions } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  codes,
  plain,
  session,
  text,
  trackedStore,
  type TrackedStore,
  asSent,
  permissionId,
} from "../support/trackedStore.js";

const entries = [
  { content: "Check for syntax errors", priority: "high", status: "pending" },
  { content: "Suggest improvements", priority: "low", status: "pending" },
];

describe("a plan", () => {
  it("is replaced entirely", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "plan", entries });
    store.update({ sessionUpdate: "plan", entries: [{ ...entries[0], status: "completed" }] });
    expect(asSent(selectPlan(store.getState(), "s1"))).toEqual({
      planId: "main",
      type: "items",
      entries: [{ ...entries[0], status: "completed" }],
    });
    expect(session(store).timeline).toEqual([{ type: "plan", id: "main" }]);
  });

  it("shares equal entries", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "plan", entries });
    const before = selectPlan(store.getState(), "s1")?.entries?.[1];
    store.update({
      sessionUpdate: "plan",
      entries: [{ ...entries[0], status: "completed" }, entries[1]],
    });
    expect(selectPlan(store.getState(), "s1")?.entries?.[1]).toBe(before);
  });

  it("does not change when it is repeated", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "plan", entries });
    const before = store.getState();
    store.update({ sessionUpdate: "plan", entries: structuredClone(entries) });
    expect(store.getState()).toBe(before);
  });

  it("keeps unknown fields except those that the store reserves", () => {
    const store = trackedStore();
    const sent =
      '{"sessionUpdate":"plan","entries":[],"mine":1,"type":"x","planId":"y","__proto__":2}';
    const { diagnostics } = store.update(JSON.parse(sent) as Record<string, unknown>);
    expect(diagnostics.map(({ code, path }) => [code, path[1]])).toEqual([
      ["reserved_field", "type"],
      ["reserved_field", "planId"],
      ["reserved_field", "__proto__"],
    ]);
    const plan = selectPlan(store.getState(), "s1") ?? {};
    expect(Object.entries(asSent(plan))).toEqual([
      ["entries", []],
      ["mine", 1],
      ["type", "items"],
      ["planId", "main"],
    ]);
  });

  it("is stored even if it is empty", () => {
    const store = trackedStore();
    expect(selectPlan(store.getState(), "s1")).toBeUndefined();
    store.update({ sessionUpdate: "plan", entries: [] });
    expect(selectPlan(store.getState(), "s1")?.entries).toEqual([]);
  });
});

describe("a session field", () => {
  it.each([
    [
      {
        sessionUpdate: "available_commands_update",
        availableCommands: [{ name: "init", description: "Set up" }],
      },
      { commands: [{ name: "init", description: "Set up" }] },
    ],
    [
      { sessionUpdate: "current_mode_update", currentModeId: "plan" },
      { modes: { currentModeId: "plan", availableModes: [] } },
    ],
    [
      { sessionUpdate: "session_info_update", title: "A fix", updatedAt: "2026-01-01T00:00:00Z" },
      { info: { title: "A fix" } },
    ],
    [{ sessionUpdate: "usage_update", used: 10, size: 100 }, { usage: { used: 10, size: 100 } }],
    [
      {
        sessionUpdate: "config_option_update",
        configOptions: [{ id: "web", name: "Web", type: "boolean", currentValue: true }],
      },
      { configOptions: [{ id: "web", name: "Web", type: "boolean", currentValue: true }] },
    ],
  ])("is set by %o", (update, expected) => {
    const store = trackedStore();
    expect(store.update(update)).toEqual({ accepted: true, diagnostics: [] });
    expect(session(store)).toMatchObject(expected);
    const before = store.getState();
    store.update(structuredClone(update));
    expect(store.getState()).toBe(before);
  });

  it("removes a cleared title", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "session_info_update", title: "A fix" });
    store.update({ sessionUpdate: "session_info_update", title: null });
    expect(session(store).info).toEqual({});
  });

  it("keeps the available modes when the current one changes", () => {
    const store = trackedStore();
    const availableModes = [{ id: "ask", name: "Ask" }];
    store.openSession({
      sessionId: "s1",
      cwd: "/w",
      modes: { currentModeId: "ask", availableModes },
    });
    store.update({ sessionUpdate: "current_mode_update", currentModeId: "code" });
    expect(session(store)).toMatchObject({
      cwd: "/w",
      modes: { currentModeId: "code", availableModes },
    });
  });

  it("stores the working directory of the request", () => {
    const store = trackedStore();
    const params = { sessionId: "s1", cwd: "/w", additionalDirectories: ["/more", 7] };
    store.observe({ dir: "sent", msg: { jsonrpc: "2.0", id: 1, method: "session/load", params } });
    const directories = { cwd: "/w", additionalDirectories: ["/more"] };
    expect(session(store)).toMatchObject(directories);
    store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 1, result: {} } });
    expect(session(store)).toMatchObject(directories);
  });

  it("keeps fields when the session is reopened without them", () => {
    const store = trackedStore();
    const modes = { currentModeId: "ask", availableModes: [] };
    const configOptions = [
      { id: "web", name: "Web", type: "boolean", currentValue: true } as const,
    ];
    const availableCommands = [{ name: "init", description: "Set up" }];
    store.openSession({ sessionId: "s1", cwd: "/w", modes, configOptions });
    store.update({ sessionUpdate: "available_commands_update", availableCommands });
    const before = store.getState();
    store.openSession({ sessionId: "s1" });
    expect(store.getState()).toBe(before);
    expect(session(store)).toMatchObject({
      cwd: "/w",
      modes,
      configOptions,
      commands: availableCommands,
    });
  });

  it("replaces the entire usage", () => {
    const store = trackedStore();
    const usage = { sessionUpdate: "usage_update", used: 10, size: 100 };
    store.update({ ...usage, cost: { amount: 1, currency: "USD" } });
    store.update(usage);
    expect(session(store).usage).toEqual({ used: 10, size: 100 });
  });

  it("keeps the newest unknown updates", () => {
    const store = trackedStore({ limits: { unknownUpdates: 2 } });
    const results = [1, 2, 3].map((n) => store.update({ sessionUpdate: "_new", n }));
    expect(results.map(codes)).toEqual([
      ["unknown_update"],
      ["unknown_update"],
      ["unknown_update"],
    ]);
    expect(session(store).unknownUpdates.map(({ n }) => n)).toEqual([2, 3]);
    expect(session(store).dropped).toEqual({ unknownUpdates: 1 });
  });
});

function storeWithSession(): TrackedStore {
  const store = trackedStore();
  store.openSession({ sessionId: "s1" });
  return store;
}

describe("closeSession", () => {
  it("frees the content and marks the session as closed", () => {
    const store = trackedStore();
    store.startTurn("s1", [text("Go")]);
    store.update({ sessionUpdate: "tool_call", toolCallId: "c", title: "T" });
    store.update({ sessionUpdate: "plan", entries });
    store.closeSession("s1");
    const { toolCalls, messages, plans, turns, timeline, activity, openTurns } = session(store);
    expect([toolCalls.size, messages.size, plans.size, turns.size, timeline.length]).toEqual([
      0, 0, 0, 0, 0,
    ]);
    expect({ activity, openTurns }).toEqual({ activity: "idle", openTurns: [] });
    expect(selectSessions(store.getState())).toEqual([]);
  });

  it("keeps the directory, the information and the requests that it settles", () => {
    const store = trackedStore();
    const modes = { currentModeId: "ask", availableModes: [] };
    store.openSession({ sessionId: "s1", cwd: "/w", modes });
    const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
    const request = { sessionId: "s1", toolCall: { toolCallId: "c1" }, options };
    store.startTurn("s1", [text("Go")]);
    void store.requestPermission(request, { requestId: 1 });
    void store.requestPermission(request, { requestId: 2 });
    store.respondToPermission(permissionId(store, 1), "yes");
    for (const update of [
      { sessionUpdate: "session_info_update", title: "A fix" },
      { sessionUpdate: "usage_update", used: 10, size: 100 },
      { sessionUpdate: "notice", severity: "info", title: "T" },
      { sessionUpdate: "terminal_update", terminalId: "t1" },
      { sessionUpdate: "compaction_update", compactionId: "k1", status: "completed" },
      { sessionUpdate: "subagent_update", sessionId: "child" },
      { sessionUpdate: "session_message", messageId: "n1" },
      { sessionUpdate: "plan", entries },
      { sessionUpdate: "_new" },
    ])
      store.update(update);
    const empty = session(storeWithSession());
    store.closeSession("s1");
    const { permissions, timeline, ...rest } = session(store);
    const { permissions: _, timeline: __, ...restOfEmpty } = empty;
    expect(plain(rest)).toEqual(
      plain({ ...restOfEmpty, cwd: "/w", info: { title: "A fix" }, closed: true }),
    );
    expect([...permissions.values()]).toMatchObject([{ requestId: 2, reason: "session_closed" }]);
    expect(timeline).toEqual([{ type: "permission", id: permissionId(store, 2) }]);
  });

  it("does not affect other sessions and their requests", () => {
    const store = trackedStore();
    for (const sessionId of ["s1", "s2"])
      void store.requestElicitation({ mode: "form", message: "?", sessionId, requestedSchema: {} });
    store.closeSession("s1");
    expect([...store.getState().elicitations.values()].map(({ status }) => status)).toEqual([
      "cancelled",
      "pending",
    ]);
  });

  it("does nothing when called twice", () => {
    const store = storeWithSession();
    store.closeSession("s1");
    const before = store.getState();
    store.closeSession("s1");
    expect(store.getState()).toBe(before);
  });

  it("rejects a late update", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    store.closeSession("s1");
    const result = store.update({ sessionUpdate: "tool_call", toolCallId: "c", title: "T" });
    expect(result.accepted).toBe(false);
    expect(codes(result)).toEqual(["session_closed"]);
    expect(session(store).toolCalls.size).toBe(0);
  });

  it("can be undone by reopening the session", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    store.closeSession("s1");
    store.openSession({ sessionId: "s1" });
    expect(store.update({ sessionUpdate: "tool_call", toolCallId: "c", title: "T" }).accepted).toBe(
      true,
    );
    expect(selectSessions(store.getState())).toHaveLength(1);
  });

  it("ignores an unknown session", () => {
    const store = trackedStore();
    const before = store.getState();
    store.closeSession("nobody");
    expect(store.getState()).toBe(before);
  });
});
