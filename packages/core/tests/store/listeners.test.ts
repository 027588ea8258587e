import {
  type AcpState,
  createAcpStore,
  type InspectRecord,
  selectToolCall,
  type WatchTarget,
} from "@acp-store/core";
import { describe, expect, it, vi } from "vitest";
import { session, text, trackedStore } from "../support/trackedStore.js";

const call = (toolCallId: string, status = "pending") => ({
  sessionUpdate: "tool_call_update",
  toolCallId,
  status,
});
const statusOf = (state: AcpState) => selectToolCall(state, "s1", "c1")?.status;

describe("subscribe", () => {
  it("passes the new state and the previous one", () => {
    const store = trackedStore();
    const before = store.getState();
    const listener = vi.fn();
    store.subscribe(listener);
    store.update(call("c1"));
    expect(listener.mock.calls).toEqual([[store.getState(), before]]);
    expect(listener.mock.calls[0]?.[0]).toBe(store.getState());
  });

  it("does not run listeners when nothing changed", () => {
    const store = trackedStore();
    store.update(call("c1"));
    const listener = vi.fn();
    store.subscribe(listener);
    store.update(call("c1"));
    expect(listener).not.toHaveBeenCalled();
  });

  it("runs every listener and then rethrows an error", () => {
    const store = trackedStore();
    const other = vi.fn();
    store.subscribe(() => {
      throw new Error("mine");
    });
    store.subscribe(other);
    expect(() => store.update(call("c1"))).toThrow("mine");
    expect(other).toHaveBeenCalledOnce();
    expect(statusOf(store.getState())).toBe("pending");
  });

  it("rethrows several errors as an AggregateError", () => {
    const store = trackedStore();
    for (const message of ["one", "two"]) {
      store.watch({ type: "session", sessionId: "s1" }, () => {
        throw new Error(message);
      });
    }
    expect(() => store.update(call("c1"))).toThrow(AggregateError);
  });

  it("delivers a write made by a listener after the current round", () => {
    const store = trackedStore();
    const seen: string[] = [];
    const log = (name: string) => (state: AcpState, previous: AcpState) =>
      seen.push(`${name}: ${statusOf(previous)} → ${statusOf(state)}`);
    store.subscribe((state) => {
      if (statusOf(state) === "pending") store.update(call("c1", "in_progress"));
    });
    store.subscribe(log("a"));
    store.subscribe(log("b"));
    store.update(call("c1"));
    expect(seen).toEqual([
      "a: undefined → pending",
      "b: undefined → pending",
      "a: pending → in_progress",
      "b: pending → in_progress",
    ]);
  });

  it("calls a function that subscribed twice for each subscription", () => {
    const store = trackedStore();
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.subscribe(listener);
    store.update(call("c1"));
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    stop();
    store.update(call("c2"));
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it("skips a listener that was removed during the same round", () => {
    const store = trackedStore();
    const late = vi.fn();
    store.subscribe(() => stop());
    const stop = store.subscribe(late);
    store.update(call("c1"));
    expect(late).not.toHaveBeenCalled();
  });

  it("calls a listener with a selector only when the selected value changes", () => {
    const store = trackedStore();
    const listener = vi.fn();
    const stop = store.subscribe(statusOf, listener, { fireImmediately: true });
    store.update(call("c1"));
    store.update(call("c2"));
    store.update(call("c1", "completed"));
    stop();
    store.update(call("c1", "failed"));
    expect(listener.mock.calls).toEqual([
      [undefined, undefined],
      ["pending", undefined],
      ["completed", "pending"],
    ]);
  });
});

describe("subscribe during a round", () => {
  it("does not call a listener in the round in which it subscribes", () => {
    const store = trackedStore();
    const late = vi.fn();
    const unsubscribe = store.subscribe(() => {
      unsubscribe();
      store.subscribe(late);
    });
    store.subscribe(() => {});
    store.update(call("c1"));
    expect(late).not.toHaveBeenCalled();
    store.update(call("c2"));
    expect(late).toHaveBeenCalledOnce();
  });

  it("starts a selector with the current value if a round is due", () => {
    const store = trackedStore({ scheduler: () => {} });
    store.subscribe(() => {});
    store.update(call("c1"));
    const listener = vi.fn();
    store.subscribe(statusOf, listener, { fireImmediately: true });
    store.flush();
    expect(listener.mock.calls).toEqual([["pending", "pending"]]);
  });

  it("runs the other listeners if a selector throws", () => {
    const store = trackedStore();
    const other = vi.fn();
    let isBroken = false;
    store.subscribe(
      () => {
        if (isBroken) throw new Error("broken selector");
      },
      () => {},
    );
    store.subscribe(other);
    isBroken = true;
    expect(() => store.update(call("c1"))).toThrow("broken selector");
    expect(other).toHaveBeenCalledOnce();
  });

  it("passes the state of the subscription as the previous one after a break", () => {
    const store = trackedStore();
    store.subscribe(() => {})();
    store.update(call("c1"));
    const before = store.getState();
    const listener = vi.fn();
    store.subscribe(listener);
    store.update(call("c2"));
    expect(listener.mock.calls).toEqual([[store.getState(), before]]);
    expect(listener.mock.calls[0]?.[1]).toBe(before);
  });
});

describe("watch", () => {
  const targets: Record<string, WatchTarget> = {
    entity: { type: "entity", sessionId: "s1", table: "toolCalls", id: "c1" },
    other: { type: "entity", sessionId: "s1", table: "toolCalls", id: "c2" },
    table: { type: "table", sessionId: "s1", table: "toolCalls" },
    ids: { type: "ids", sessionId: "s1", table: "toolCalls" },
    timeline: { type: "field", sessionId: "s1", field: "timeline" },
    activity: { type: "field", sessionId: "s1", field: "activity" },
    session: { type: "session", sessionId: "s1" },
    elsewhere: { type: "session", sessionId: "s2" },
    everywhere: { type: "table", table: "toolCalls" },
    sessions: { type: "sessionIds" },
    all: { type: "sessions" },
  };

  const usage = { sessionUpdate: "usage_update", used: 1, size: 2 };

  function watched() {
    const store = trackedStore();
    let called: string[] = [];
    for (const [name, target] of Object.entries(targets))
      store.watch(target, () => called.push(name));
    const during = (run: () => void) => {
      called = [];
      run();
      return called.toSorted();
    };
    return { store, during };
  }

  it("calls exactly the watchers of the changed parts", () => {
    const { store, during } = watched();
    expect(during(() => store.update(call("c1")))).toEqual([
      "all",
      "entity",
      "everywhere",
      "ids",
      "session",
      "sessions",
      "table",
      "timeline",
    ]);
    expect(during(() => store.update(call("c1", "completed")))).toEqual([
      "all",
      "entity",
      "everywhere",
      "session",
      "table",
    ]);
    expect(during(() => store.update(call("c1", "completed")))).toEqual([]);
    expect(during(() => void store.startTurn("s1"))).toEqual(["activity", "all", "session"]);
  });

  it("calls the watchers of each entity when their session is closed", () => {
    const { store, during } = watched();
    store.update(call("c1"));
    expect(during(() => store.closeSession("s1"))).toEqual([
      "all",
      "entity",
      "everywhere",
      "ids",
      "session",
      "sessions",
      "table",
      "timeline",
    ]);
  });

  it("calls watchers of all sessions for any session, and not for the root of the state", () => {
    const { store, during } = watched();
    store.openSession({ sessionId: "s2" });
    expect(during(() => store.ingest({ sessionId: "s2", update: usage }))).toEqual([
      "all",
      "elsewhere",
    ]);
    expect(during(() => void store.requestElicitation({ mode: "form", message: "Name?" }))).toEqual(
      [],
    );
  });

  it("removes each watcher once, even if it is removed twice", () => {
    const store = trackedStore();
    const listener = vi.fn();
    const stop = store.watch({ type: "session", sessionId: "s1" }, listener);
    const stopSame = store.watch({ type: "session", sessionId: "s1" }, listener);
    stop();
    stop();
    store.update(call("c1"));
    expect(listener).toHaveBeenCalledOnce();
    stopSame();
    store.update(call("c2"));
    expect(listener).toHaveBeenCalledOnce();
  });
});

describe("inspect", () => {
  it("reports each commit with its event and patches, in order", () => {
    const store = createAcpStore({ now: () => 7 });
    const records: unknown[] = [];
    const stop = store.inspect((record) => records.push(record));
    store.ingest({
      sessionId: "s1",
      update: { sessionUpdate: "current_mode_update", currentModeId: "ask" },
    });
    stop();
    store.openSession({ sessionId: "s2" });
    const params = {
      sessionId: "s1",
      update: { sessionUpdate: "current_mode_update", currentModeId: "ask" },
    };
    const frame = {
      t: 7,
      dir: "recv",
      msg: { jsonrpc: "2.0", method: "session/update", params },
    };
    expect(records).toEqual([
      { type: "frame", frame },
      {
        type: "commit",
        frame,
        event: { type: "mode", sessionId: "s1", currentModeId: "ask", at: 7 },
        patches: [
          {
            op: "add",
            path: ["sessions", "s1"],
            value: expect.objectContaining({ sessionId: "s1" }),
          },
          {
            op: "add",
            path: ["sessions", "s1", "modes"],
            value: { availableModes: [], currentModeId: "ask" },
          },
          { op: "add", path: ["sessions", "s1", "lastActivityAt"], value: 7 },
        ],
        inversePatches: [
          { op: "remove", path: ["sessions", "s1", "lastActivityAt"] },
          { op: "remove", path: ["sessions", "s1", "modes"] },
          { op: "remove", path: ["sessions", "s1"] },
        ],
      },
    ]);
  });

  it("reports a message before its commits and diagnostics", () => {
    const store = createAcpStore({ now: () => 7 });
    const records: InspectRecord[] = [];
    store.inspect((record) => records.push(record));
    const msg = {
      method: "session/update",
      params: { sessionId: "s1", update: { sessionUpdate: "usage_update", used: 1, size: "2" } },
    };
    store.observe({ dir: "recv", msg, t: 3 });
    store.observe({ dir: "recv", msg: { id: 9, result: {} } });
    expect(records).toEqual([
      { type: "frame", frame: { t: 3, dir: "recv", msg } },
      expect.objectContaining({ type: "diagnostic", frame: { t: 3, dir: "recv", msg }, at: 3 }),
      { type: "frame", frame: { t: 7, dir: "recv", msg: { id: 9, result: {} } } },
    ]);
  });

  it("does not attribute a write of a listener to the message", () => {
    const store = createAcpStore({ scheduler: "sync" });
    const commits: [string, boolean][] = [];
    store.inspect((record) => {
      if (record.type === "commit") commits.push([record.event.type, record.frame !== undefined]);
    });
    const stop = store.watch({ type: "table", sessionId: "s1", table: "toolCalls" }, () => {
      stop();
      store.cancelTurn("s1");
    });
    store.startTurn("s1");
    store.ingest({
      sessionId: "s1",
      update: { sessionUpdate: "tool_call", toolCallId: "c1", title: "Read" },
    });
    expect(commits).toEqual([
      ["turn_started", false],
      ["tool_call", true],
      ["turn_cancelled", false],
    ]);
  });

  it("does not attribute a write of an inspector to the message", () => {
    const store = createAcpStore({ scheduler: "sync" });
    store.startTurn("s1");
    const commits: [string, boolean][] = [];
    store.inspect((record) => {
      if (record.type !== "commit") return;
      commits.push([record.event.type, record.frame !== undefined]);
      if (record.event.type === "tool_call") store.cancelTurn("s1");
    });
    store.ingest({
      sessionId: "s1",
      update: { sessionUpdate: "tool_call", toolCallId: "c1", title: "Read" },
    });
    expect(commits).toEqual([
      ["tool_call", true],
      ["turn_cancelled", false],
    ]);
  });

  it("keeps attributing commits to their message if an inspector observes another one", () => {
    const store = createAcpStore({ scheduler: "sync" });
    const other = { dir: "recv", msg: { jsonrpc: "2.0", method: "_other" } } as const;
    const causes: [string, unknown][] = [];
    store.inspect((record) => {
      if (record.type !== "commit") return;
      causes.push([record.event.type, record.frame?.msg]);
      store.observe(other);
    });
    const params = { sessionId: "s1", cwd: "/a" };
    const msg = { jsonrpc: "2.0", id: 1, method: "session/load", params };
    store.observe({ dir: "sent", msg });
    expect(causes).toEqual([
      ["session_opened", msg],
      ["replay_started", msg],
    ]);
  });

  it("keeps working if an inspector throws", () => {
    const store = createAcpStore({ scheduler: "sync" });
    const other = vi.fn();
    store.inspect(() => {
      throw new Error("broken inspector");
    });
    store.inspect(other);
    expect(() => store.startTurn("s1", [text("Go")])).toThrow("broken inspector");
    expect(other).toHaveBeenCalledOnce();
    expect(session(store).activity).toBe("running");
  });
});
