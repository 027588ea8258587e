import {
  type AcpState,
  createAcpStore,
  isOpenPhase,
  type Session,
  selectMessages,
  selectPendingPermissions,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { ALL_RECORDINGS, recordedFrames } from "../support/recordings.js";
import {
  applyFrame,
  emptyTrafficModel,
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

/** Calls `check` with the state and the model after every frame of a recording. */
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

/** Returns the text of all messages of a role. */
function textOfRole(state: AcpState, sessionId: string, role: string): string {
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

  it("stores the last values of every tool call", () => {
    afterEveryFrame(name, (state, { sessions }, line) => {
      for (const [sessionId, { calls }] of sessions) {
        const { toolCalls } = sessionIn(state, sessionId);
        expect([...toolCalls.keys()], `at ${line}`).toEqual([...calls.keys()]);
        for (const [id, call] of calls) expect(toolCalls.get(id), `at ${line}`).toMatchObject(call);
      }
    });
  });

  it("stores all text once and in order", () => {
    afterEveryFrame(name, (state, { sessions }, line) => {
      for (const [sessionId, { texts, messages }] of sessions) {
        for (const [role, all] of Object.entries(texts))
          expect(textOfRole(state, sessionId, role), `${line} ${role}`).toBe(all);
        const keys = [...sessionIn(state, sessionId).messages.keys()];
        expect(keys, `at ${line}`).toEqual(expect.arrayContaining([...messages]));
      }
    });
  });

  it("leaves no call running once a cancel is confirmed", () => {
    afterEveryFrame(name, (state, { sessions }, line) => {
      for (const [sessionId, { cancel }] of sessions) {
        const session = sessionIn(state, sessionId);
        if (cancel === "requested") expect(session.activity, `at ${line}`).toBe("cancelling");
        if (cancel !== "confirmed") continue;
        expect(session.activity, `at ${line}`).toBe("idle");
        const calls = [...session.toolCalls.values()];
        expect(calls.filter(({ phase }) => isOpenPhase(phase))).toEqual([]);
      }
    });
  });

  it("shows every entity once in the timeline", () => {
    afterEveryFrame(name, (state, _model, line) => {
      for (const session of state.sessions.values()) {
        for (const [type, table] of Object.entries(TABLES)) {
          const ids = session.timeline
            .filter((item) => item.type === type && (item.type !== "message" || item.run === 0))
            .map(({ id }) => id);
          expect(ids, `${line} ${type}`).toEqual([...session[table as "messages"].keys()]);
        }
      }
    });
  });

  it("shows every run of a message once, in order", () => {
    afterEveryFrame(name, (state, _model, line) => {
      for (const { timeline, messages } of state.sessions.values()) {
        for (const [key, { content, runStarts = [] }] of messages) {
          const runs = timeline.flatMap((item) =>
            item.type === "message" && item.id === key ? [item.run] : [],
          );
          expect(runs, `${line} ${key}`).toEqual([0, ...runStarts.map((_, index) => index + 1)]);
          expect(runStarts.every((start) => start > 0 && start < content.length)).toBe(true);
          expect(runStarts).toEqual(runStarts.toSorted((a, b) => a - b));
        }
      }
    });
  });
});
