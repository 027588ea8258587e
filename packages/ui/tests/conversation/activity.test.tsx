import { type AcpStore, createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Composer } from "../../src/composer/Composer.js";
import { AcpUiProvider } from "../../src/context/AcpUiProvider.js";
import { ActivityRow } from "../../src/conversation/ActivityRow.js";
import { Announcer } from "../../src/panel/Announcer.js";
import { PlanPanel } from "../../src/plan/PlanPanel.js";
import { IDLE_AGENT, SESSION } from "../../browser/support/session.js";

/** Renders the parts that tell what the agent of a version 2 session is doing. */
function openSession() {
  const store = createAcpStore({ scheduler: "sync" });
  const cancelled: string[] = [];
  initialize(store);
  const agent = { ...IDLE_AGENT, cancel: async (id: string) => void cancelled.push(id) };
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId={SESSION}>
        <AcpUiProvider agent={agent}>
          <ActivityRow />
          <PlanPanel />
          <Announcer />
          <Composer />
        </AcpUiProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  const update = (fields: object): void =>
    act(() => void store.ingest({ sessionId: SESSION, update: fields }));
  return { store, update, cancelled };
}

function initialize(store: AcpStore): void {
  const params = { protocolVersion: 2, info: { name: "client", version: "1" }, capabilities: {} };
  const info = { name: "agent", version: "1" };
  const msg = { jsonrpc: "2.0", id: 0, method: "initialize", params };
  store.observe({ dir: "sent", msg });
  const result = { protocolVersion: 2, info, capabilities: {} };
  store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 0, result } });
  store.openSession({ sessionId: SESSION, cwd: "/p" });
}

const PLAN = {
  sessionUpdate: "plan_update",
  plan: {
    type: "items",
    planId: "p",
    entries: [
      { content: "Read", priority: "low", status: "in_progress" },
      { content: "Write", priority: "low", status: "pending" },
    ],
  },
};

it.each(["running", "requires_action"])("shows Stop while the activity is %s", (state) => {
  const { update, cancelled } = openSession();
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  update({ sessionUpdate: "state_update", state });
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  fireEvent.keyDown(window, { key: "Escape" });
  expect(cancelled).toEqual([SESSION, SESSION]);
  update({ sessionUpdate: "state_update", state: "idle" });
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  screen.getByRole("button", { name: "Send" });
});

it("shows that the agent is being stopped, even while it waits for the user", () => {
  const { store, update } = openSession();
  update({ sessionUpdate: "state_update", state: "requires_action" });
  act(() => store.cancelTurn(SESSION));
  expect(screen.getByRole("button", { name: "Stopping…" })).toHaveProperty("disabled", true);
  expect(screen.queryByText("Waiting for you")).toBeNull();
});

it("claims that the agent works only while it does not wait for the user", () => {
  const { update } = openSession();
  const claims = (): boolean[] => [
    screen.queryByTestId("working") !== null,
    document.querySelector(".acp-spinner") !== null,
    screen.getByTestId("activity").textContent.includes("working"),
  ];
  update(PLAN);
  update({ sessionUpdate: "state_update", state: "running" });
  expect(claims()).toEqual([true, true, true]);
  update({ sessionUpdate: "state_update", state: "requires_action" });
  expect(claims()).toEqual([false, false, false]);
  screen.getByText("Waiting for you");
  update({ sessionUpdate: "state_update", state: "running" });
  expect(claims()).toEqual([true, true, true]);
});
