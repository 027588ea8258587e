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

  it("serves every listener and then rethrows", () => {
    const store = trackedStore();
    const served = vi.fn();
    store.subscribe(() => {
      throw new Error("mine");
    });
    store.subscribe(served);
    expect(() => store.update(call("c1"))).toThrow("mine");
    expect(served).toHaveBeenCalledOnce();
    expect(statusOf(store.getState())).toBe("pending");
  });

  it("rethrows several errors together", () => {
    const store = trackedStore();
    for (const message of ["one", "two"]) {
      store.watch({ type: "session", sessionId: "s1" }, () => {
        throw new Error(message);
      });
    }
    expect(() => store.update(call("c1"))).toThrow(AggregateError);
  });

  it("delivers a write inside a listener after everybody heard of the first", () => {
    const store = trackedStore();
    const seen: string[] = [];
    const note = (name: string) => (state: AcpState, previous: AcpState) =>
      seen.push(`${name}: ${statusOf(previous)} → ${statusOf(state)}`);
    store.subscribe((state) => {
      if (statusOf(state) === "pending") store.update(call("c1", "in_progress"));
    });
    store.subscribe(note("a"));
    store.subscribe(note("b"));
    store.update(call("c1"));
    expect(seen).toEqual([
      "a: undefined → pending",
      "b: undefined → pending",
      "a: pending → in_progress",
      "b: pending → in_progress",
    ]);
  });

  it("counts the same function twice and stops each once", () => {
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

  it("does not call who is stopped by another listener", () => {
    const store = trackedStore();
    const late = vi.fn();
    store.subscribe(() => stop());
    const stop = store.subscribe(late);
    store.update(call("c1"));
    expect(late).not.toHaveBeenCalled();
  });

  it("selects as subscribeWithSelector does", () => {
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
    let heard: string[] = [];
    for (const [name, target] of Object.entries(targets))
      store.watch(target, () => heard.push(name));
    const during = (run: () => void) => {
      heard = [];
      run();
      return heard.toSorted();
    };
    return { store, during };
  }

  it("hears of exactly what changed", () => {
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

  it("hears of a closed session in each of its entities", () => {
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

  it("hears of any session where it watches all", () => {
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

  it("forgets who stopped, also when told twice", () => {
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
        ],
        inversePatches: [
          { op: "remove", path: ["sessions", "s1", "modes"] },
          { op: "remove", path: ["sessions", "s1"] },
        ],
      },
    ]);
  });

  it("shows each message before what it changes, and what was wrong with it", () => {
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

  it("does not take what a listener does for a part of the message", () => {
    const store = createAcpStore({ scheduler: "sync" });
    const caused: [string, boolean][] = [];
    store.inspect((record) => {
      if (record.type === "commit") caused.push([record.event.type, record.frame !== undefined]);
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
    expect(caused).toEqual([
      ["turn_started", false],
      ["tool_call", true],
      ["turn_cancelled", false],
    ]);
  });

  it("does not take what an inspector does for a part of the message either", () => {
    const store = createAcpStore({ scheduler: "sync" });
    store.startTurn("s1");
    const caused: [string, boolean][] = [];
    store.inspect((record) => {
      if (record.type !== "commit") return;
      caused.push([record.event.type, record.frame !== undefined]);
      if (record.event.type === "tool_call") store.cancelTurn("s1");
    });
    store.ingest({
      sessionId: "s1",
      update: { sessionUpdate: "tool_call", toolCallId: "c1", title: "Read" },
    });
    expect(caused).toEqual([
      ["tool_call", true],
      ["turn_cancelled", false],
    ]);
  });

  it("keeps a message and its commits together where an observer shows another one", () => {
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

  it("does not let a broken observer stop the store", () => {
    const store = createAcpStore({ scheduler: "sync" });
    const served = vi.fn();
    store.inspect(() => {
      throw new Error("broken observer");
    });
    store.inspect(served);
    expect(() => store.startTurn("s1", [text("Go")])).toThrow("broken observer");
    expect(served).toHaveBeenCalledOnce();
    expect(session(store).activity).toBe("running");
  });
});
