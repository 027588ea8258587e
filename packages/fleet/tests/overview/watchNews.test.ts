import { type AcpStore, createAcpStore } from "@acp-store/core";
import { createOverview, type InboxItem, watchNews } from "@acp-store/fleet";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];

function openSession(store: AcpStore, sessionId: string): void {
  const id = `open ${sessionId}`;
  store.observe({
    dir: "sent",
    msg: { jsonrpc: "2.0", id, method: "session/new", params: { cwd: "/w" } },
  });
  store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id, result: { sessionId } } });
}

function ask(store: AcpStore, sessionId: string, toolCallId = "c1"): void {
  void store.requestPermission({ sessionId, toolCall: { toolCallId, title: "Run" }, options });
}

function finish(store: AcpStore, sessionId: string): void {
  store.startTurn(sessionId);
  store.endTurn(sessionId, { stopReason: "end_turn" });
}

/** An overview of one agent with two sessions, and the news of it. */
function newsOf(isVisible: (item: InboxItem) => boolean = () => false) {
  const overview = createOverview();
  const store = createAcpStore({ scheduler: "sync" });
  for (const id of ["s1", "s2"]) openSession(store, id);
  overview.add("a", store);
  overview.getState();
  const news: string[][] = [];
  const listener = (items: readonly InboxItem[]) =>
    void news.push(items.map(({ kind, key }) => `${kind} ${key}`));
  const stop = watchNews(overview, listener, { isVisible, collectMs: 100 });
  onTestFinished(stop);
  return { overview, store, news, stop, pass: (ms = 100) => vi.advanceTimersByTimeAsync(ms) };
}

it("reports each request once, and a burst together", async () => {
  const { store, news, pass } = newsOf();
  ask(store, "s1");
  ask(store, "s1", "c2");
  finish(store, "s2");
  await pass();
  expect(news).toEqual([["waiting a/s1", "finished a/s2"]]);
  await pass(1_000);
  ask(store, "s1", "c3");
  await pass();
  expect(news).toEqual([["waiting a/s1", "finished a/s2"], ["waiting a/s1"]]);
});

it("reports the first row of an agent without sessions, such as a failed start", async () => {
  const { overview, news, pass } = newsOf();
  const empty = createAcpStore({ scheduler: "sync" });
  overview.add("b", empty);
  await pass();
  empty.disconnect('The command "nosuchagent" was not found.');
  await pass();
  expect(news).toEqual([["agent_failed b"]]);
});

it("reports a session again when another turn has ended", async () => {
  const { store, news, pass } = newsOf();
  finish(store, "s1");
  await pass();
  finish(store, "s1");
  await pass();
  store.startTurn("s1");
  await pass();
  store.endTurn("s1", { error: { message: "Overloaded" } });
  await pass();
  expect(news).toEqual([["finished a/s1"], ["failed a/s1"]]);
});

it("leaves out what is answered or seen in the meantime", async () => {
  const { store, news, pass } = newsOf(({ key }) => key === "a/s2");
  ask(store, "s1");
  const [permissionId = ""] = store.getState().sessions.get("s1")?.pendingPermissions ?? [];
  await pass(50);
  store.respondToPermission(permissionId, "yes");
  store.markSessionRead("s1");
  ask(store, "s2");
  await pass();
  expect(news).toEqual([]);
});

it("does not report what an agent has when it joins, but what happens afterwards", async () => {
  const { overview, store, news, pass } = newsOf();
  const joining = createAcpStore({ scheduler: "sync" });
  openSession(joining, "s1");
  ask(joining, "s1");
  overview.add("b", joining);
  await pass();
  finish(store, "s1");
  ask(joining, "s1", "c2");
  await pass();
  expect(news).toEqual([["waiting b/s1", "finished a/s1"]]);
});

it("reports neither a transcript that is replayed nor the turns of a subagent", async () => {
  const { store, news, pass } = newsOf();
  const say = (sessionId: string, text: string): void =>
    void store.ingest({
      sessionId,
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
    });
  const load = { jsonrpc: "2.0", id: "load", method: "session/load" } as const;
  store.observe({ dir: "sent", msg: { ...load, params: { sessionId: "s3", cwd: "/w" } } });
  say("s3", "An earlier answer");
  await pass();
  store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: "load", result: {} } });
  await pass();
  store.startTurn("s1");
  store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "subagent_update", sessionId: "child" },
  });
  say("child", "I look around");
  finish(store, "child");
  await pass();
  expect(store.getState().sessions.get("child")?.parentSessionId).toBe("s1");
  expect(news).toEqual([]);
  ask(store, "child");
  await pass();
  expect(news).toEqual([["waiting a/s1"]]);
  finish(store, "s3");
  await pass();
  expect(news.slice(1)).toEqual([["finished a/s3"]]);
});

it("reports an agent that fails, and nothing after it was stopped", async () => {
  const { store, news, stop, pass } = newsOf();
  store.disconnect("The agent exited with code 3.");
  await pass();
  expect(news).toEqual([["agent_failed a"]]);
  store.connect();
  ask(store, "s1");
  await pass(50);
  stop();
  await pass();
  expect(news).toHaveLength(1);
});
