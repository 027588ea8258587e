import {
  type AcpState,
  createAcpStore,
  isFinalStatus,
  type Session,
  selectMessages,
  selectPendingPermissions,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  ALL_RECORDINGS,
  applyFrame,
  emptyTrafficModel,
  recordedFrames,
  textOf,
  type TrafficModel,
} from "../support/trafficModel.js";

const TABLES = {
  message: "messages",
  tool_call: "toolCalls",
  plan: "plans",
  permission: "permissions",
  terminal: "terminals",
  compaction: "compactions",
} as const;

/** Checks the state against the expected one after every frame. */
function afterEveryFrame(
  name: string,
  check: (state: AcpState, model: TrafficModel, line: string) => void,
): void {
  const store = createAcpStore({ scheduler: "sync", now: () => 0 });
  const model = emptyTrafficModel();
  recordedFrames(name).forEach((frame, index) => {
    store.observe(frame);
    applyFrame(model, frame);
    check(store.getState(), model, `${name}:${index + 1}`);
  });
}

function sessionIn(state: AcpState, sessionId: string): Session {
  const session = state.sessions.get(sessionId);
  if (session === undefined) throw new Error(`There is no session ${sessionId}.`);
  return session;
}

/** All that a role said, as the state has it. */
function saidIn(state: AcpState, sessionId: string, role: string): string {
  const messages = selectMessages(state, sessionId).filter((message) => message.role === role);
  return messages.map(({ content }) => textOf(content)).join("");
}

describe.each(ALL_RECORDINGS)("after every frame of %s", (name) => {
  it("lists every pending request once, the oldest first", () => {
    afterEveryFrame(name, (state, { pendingRequests }, line) => {
      const pending = selectPendingPermissions(state).map(({ requestId }) => requestId);
      expect(pending, `at ${line}`).toEqual(pendingRequests.map(({ id }) => id));
    });
  });

  it("has every tool call with its last values", () => {
    afterEveryFrame(name, (state, { sessions }, line) => {
      for (const [sessionId, { calls }] of sessions) {
        const { toolCalls } = sessionIn(state, sessionId);
        expect([...toolCalls.keys()], `at ${line}`).toEqual([...calls.keys()]);
        for (const [id, call] of calls) expect(toolCalls.get(id), `at ${line}`).toMatchObject(call);
      }
    });
  });

  it("has every word once and in order", () => {
    afterEveryFrame(name, (state, { sessions }, line) => {
      for (const [sessionId, { texts, messages }] of sessions) {
        for (const [role, all] of Object.entries(texts))
          expect(saidIn(state, sessionId, role), `${line} ${role}`).toBe(all);
        const keys = [...sessionIn(state, sessionId).messages.keys()];
        expect(keys, `at ${line}`).toEqual(expect.arrayContaining([...messages]));
      }
    });
  });

  it("has nothing running once a cancel is confirmed", () => {
    afterEveryFrame(name, (state, { sessions }, line) => {
      for (const [sessionId, { cancel }] of sessions) {
        const session = sessionIn(state, sessionId);
        if (cancel === "requested") expect(session.activity, `at ${line}`).toBe("cancelling");
        if (cancel !== "confirmed") continue;
        expect(session.activity, `at ${line}`).toBe("idle");
        const calls = [...session.toolCalls.values()];
        expect(calls.filter(({ status, stale }) => !isFinalStatus(status) && !stale)).toEqual([]);
      }
    });
  });

  it("shows every entity once in the timeline", () => {
    afterEveryFrame(name, (state, _model, line) => {
      for (const session of state.sessions.values()) {
        for (const [type, table] of Object.entries(TABLES)) {
          const shown = session.timeline.filter((item) => item.type === type).map(({ id }) => id);
          expect(shown, `${line} ${type}`).toEqual([...session[table as "messages"].keys()]);
        }
      }
    });
  });
});
