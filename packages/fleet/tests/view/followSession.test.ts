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

it("opens nothing in a store", async () => {
  const { get } = testFleet([testAgent("a")]);
  const { opened, stop } = followSession(get("a").store, "unknown");
  await opened;
  stop();
  expect(get("a").store.getState().sessions.size).toBe(0);
});
