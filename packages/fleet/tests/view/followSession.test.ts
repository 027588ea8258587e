import { followSession } from "@acp-store/fleet";
import { expect, it, onTestFinished, vi } from "vitest";
import { testAgent, testFleet } from "../support/agents.js";
import { openPage, testServer } from "../support/pages.js";

it("keeps a session complete until its last follower has stopped", async () => {
  const { fleet, get } = testFleet([testAgent("a")]);
  const { sessionId } = await get("a").connection.newSession({ cwd: "/w" });
  const { mirror, whenLive } = openPage(() => testServer(fleet).openLink());
  await whenLive();
  const view = mirror("a");
  const leave = vi.spyOn(view, "leave");
  const first = followSession(view, sessionId);
  const second = followSession(view, sessionId);
  await Promise.all([first.opened, second.opened]);
  expect(view.isComplete(sessionId)).toBe(true);
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers();
  first.stop();
  first.stop();
  vi.runAllTimers();
  expect(leave).not.toHaveBeenCalled();
  second.stop();
  vi.runAllTimers();
  expect(leave).toHaveBeenCalledExactlyOnceWith(sessionId);
});

it("follows the subagents of a session, and those that they start", async () => {
  const { fleet, get } = testFleet([testAgent("a")]);
  const { connection, store } = get("a");
  const { sessionId } = await connection.newSession({ cwd: "/w" });
  const start = (parent: string, child: string) =>
    store.ingest({
      sessionId: parent,
      update: { sessionUpdate: "subagent_update", sessionId: child, title: child },
    });
  start(sessionId, "child");
  const { mirror, whenLive } = openPage(() => testServer(fleet).openLink());
  await whenLive();
  const view = mirror("a");
  const { opened, stop } = followSession(view, sessionId);
  await opened;
  start("child", "grandchild");
  // An agent can claim that each is a subagent of the other.
  start("grandchild", sessionId);
  const content = { type: "text", text: "Found it." };
  for (const id of ["child", "grandchild"])
    store.ingest({ sessionId: id, update: { sessionUpdate: "agent_message_chunk", content } });
  for (const id of ["child", "grandchild"])
    await vi.waitFor(() =>
      expect([...(view.getState().sessions.get(id)?.messages.values() ?? [])]).toMatchObject([
        { content: [content] },
      ]),
    );
  stop();
  await vi.waitFor(() =>
    expect(["child", "grandchild"].map((id) => view.isComplete(id))).toEqual([false, false]),
  );
});

it("opens nothing in a store", async () => {
  const { get } = testFleet([testAgent("a")]);
  const { opened, stop } = followSession(get("a").store, "unknown");
  await opened;
  stop();
  expect(get("a").store.getState().sessions.size).toBe(0);
});
