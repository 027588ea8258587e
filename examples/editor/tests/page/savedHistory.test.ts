import { createAcpStore, type Frame } from "@acp-store/core";
import { expect, it } from "vitest";
import { findSessionIds, hasWholeTranscripts } from "../../src/saved/history.js";
import { continueQueue } from "../../src/saved/keptQueue.js";

const sent = (id: number, method: string, params: object): Frame => ({
  t: 0,
  dir: "sent",
  msg: { jsonrpc: "2.0", id, method, params },
});
const received = (id: number, result: object): Frame => ({
  t: 0,
  dir: "recv",
  msg: { jsonrpc: "2.0", id, result },
});
const text = (value: string) => [{ type: "text" as const, text: value }];

it("finds the sessions that a history created and opened", () => {
  const history = [
    sent(1, "session/new", { cwd: "/work", mcpServers: [] }),
    received(1, { sessionId: "new" }),
    sent(2, "session/load", { sessionId: "loaded", cwd: "/work", mcpServers: [] }),
    received(2, {}),
  ];
  expect([...findSessionIds(history)]).toEqual(["new", "loaded"]);
});

it("knows that a session that was resumed without a replay has an earlier part", () => {
  const resume = (params: object) => sent(1, "session/resume", { sessionId: "s1", ...params });
  expect(hasWholeTranscripts([])).toBe(true);
  expect(hasWholeTranscripts([sent(1, "session/load", { sessionId: "s1" })])).toBe(true);
  expect(hasWholeTranscripts([resume({ replayFrom: { type: "start" } })])).toBe(true);
  expect(hasWholeTranscripts([resume({})])).toBe(false);
});

it("queues the prompts of a kept session again, except those that were sent since", () => {
  const store = createAcpStore();
  store.openSession({ sessionId: "s1", cwd: "/work" });
  store.startTurn("s1", text("first"));
  store.endTurn("s1", { stopReason: "end_turn" });
  store.startTurn("s1", text("second"));
  const prompts = ["second", "third", "third"].map((value, index) => ({
    id: `q${index}`,
    prompt: text(value),
    at: 1,
  }));
  continueQueue(store, "s1", { prompts, isHeld: true, isBusy: true, turnCount: 1 });
  const queue = store.getState().sessions.get("s1")?.queue ?? [];
  expect(queue.map(({ prompt, held }) => [prompt, held])).toEqual([
    [text("third"), true],
    [text("third"), true],
  ]);
});
