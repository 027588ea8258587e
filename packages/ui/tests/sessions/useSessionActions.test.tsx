import type { AgentConnection } from "@acp-store/client";
import { type AcpStore, createAcpStore } from "@acp-store/core";
import type { MirrorActions } from "@acp-store/mirror";
import { AcpStoreProvider } from "@acp-store/react";
import { act, render, screen } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { expect, expectTypeOf, it } from "vitest";
import { type SessionAgent, useSessionActions } from "../../src/sessions/useSessionActions.js";

/** Creates an agent that opens sessions in the store. `calls` collects the requests. */
function createAgent(store: AcpStore) {
  const calls: string[] = [];
  const open = async (name: string, sessionId: string) => {
    calls.push(`${name} ${sessionId}`);
    if (sessionId === "broken") throw new Error("no such session");
    store.openSession({ sessionId, cwd: "/p" });
    return { sessionId };
  };
  const agent: SessionAgent = {
    newSession: () => open("new", "fresh"),
    loadSession: ({ sessionId }) => open("load", sessionId),
    resumeSession: ({ sessionId }) => open("resume", sessionId),
    forkSession: ({ sessionId }) => open("fork", `${sessionId}-copy`),
    closeSession: async (id) => store.closeSession(id),
    archiveSession: async (id) => calls.push(`archive ${id}`),
    unarchiveSession: async (id) => calls.push(`unarchive ${id}`),
    deleteSession: async (id) => store.closeSession(id),
    setSessionTitle: async (_, title) => {
      if (title === "bad") throw new Error("not allowed");
    },
    listSessions: async ({ cursor }) => ({ nextCursor: cursor === undefined ? "2" : null }),
  };
  return { agent, calls };
}

function renderActions() {
  const store = createAcpStore({ scheduler: "sync" });
  const { agent, calls } = createAgent(store);
  let latest: ReturnType<typeof useSessionActions> | undefined;
  function Sessions(): ReactElement {
    const [sessionId, onShow] = useState<string>();
    latest = useSessionActions({ agent, cwd: "/p", sessionId, onShow });
    return <p>{`${sessionId ?? "none"} ${latest.error?.title ?? ""}`.trim()}</p>;
  }
  render(
    <AcpStoreProvider store={store}>
      <Sessions />
    </AcpStoreProvider>,
  );
  const list = (): ReturnType<typeof useSessionActions> => {
    if (latest === undefined) throw new Error("not rendered");
    return latest;
  };
  const run = (action: () => void): Promise<void> => act(async () => action());
  return { list, run, calls };
}

it("accepts a connection and the actions of a mirror", () => {
  expectTypeOf<AgentConnection>().toExtend<SessionAgent>();
  expectTypeOf<MirrorActions>().toExtend<SessionAgent>();
});

it("shows a new session, and the one next to it when it is closed", async () => {
  const { list, run } = renderActions();
  await run(() => list().actions.showSession("old"));
  await run(() => list().actions.newSession());
  expect(screen.getByText("fresh")).toBeDefined();
  await run(() => list().actions.closeSession("fresh"));
  expect(screen.getByText("old")).toBeDefined();
  await run(() => list().actions.closeSession("old"));
  expect(screen.getByText("none")).toBeDefined();
});

it("opens a session that is not open once, and shows a copy", async () => {
  const { list, run, calls } = renderActions();
  await run(() => list().actions.showSession("old"));
  await run(() => list().actions.showSession("old"));
  await run(() => list().actions.forkSession?.("old"));
  expect(calls).toEqual(["resume old", "fork old-copy"]);
  expect(screen.getByText("old-copy")).toBeDefined();
});

it("keeps the shown session and reports the reason when another one cannot be opened", async () => {
  const { list, run } = renderActions();
  await run(() => list().actions.newSession());
  await run(() => list().actions.showSession("broken"));
  expect(screen.getByText("fresh The agent could not open a session")).toBeDefined();
  expect(list().error?.detail).toBe("No such session.");
  expect(list().isOpening).toBe(false);
  await run(() => list().onDismissError());
  expect(screen.getByText("fresh")).toBeDefined();
});

it("resolves a rename with the reason why the title is unchanged", async () => {
  const { list } = renderActions();
  expect(await list().actions.renameSession?.("a", "bad")).toBe("Not allowed.");
  expect(await list().actions.renameSession?.("a", "good")).toBeUndefined();
});

it("lists pages, with the same function while other sessions are shown", async () => {
  const { list, run } = renderActions();
  const { listSessions } = list().actions;
  await run(() => list().actions.newSession());
  expect(list().actions.listSessions).toBe(listSessions);
  expect(await listSessions?.({ includesArchived: false })).toBe("2");
  expect(await listSessions?.({ cursor: "2", includesArchived: false })).toBeUndefined();
});
