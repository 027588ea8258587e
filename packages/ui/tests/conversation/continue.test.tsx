import {
  type ContentBlock,
  createAcpStore,
  deserialize,
  isSessionUnopened,
  serialize,
} from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { IDLE_AGENT, SESSION } from "../../browser/support/session.js";
import { AcpUiProvider } from "../../src/context/AcpUiProvider.js";
import { TurnEnd } from "../../src/conversation/TurnEnd.js";

const REASON = "The agent exited with code 137: Out of memory.";

/** Renders the end of a turn whose connection was lost. */
function openInterruptedTurn(prompt?: () => Promise<void>) {
  const store = createAcpStore({ scheduler: "sync" });
  const sent: (readonly ContentBlock[])[] = [];
  const text = { type: "text" as const, text: "Begin" };
  const connect = (): void => {
    store.connect();
    const params = { protocolVersion: 1 };
    store.observe({ dir: "sent", msg: { jsonrpc: "2.0", id: 0, method: "initialize", params } });
    store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 0, result: params } });
  };
  connect();
  store.openSession({ sessionId: SESSION, cwd: "/p" });
  const turnId = store.startTurn(SESSION, [text]);
  store.disconnect(REASON, { retry: { attempt: 1, retryIn: 1000 } });
  const agent = {
    ...IDLE_AGENT,
    async prompt(sessionId: string, blocks: readonly ContentBlock[]) {
      await prompt?.();
      sent.push(blocks);
      store.startTurn(sessionId, blocks);
    },
  };
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId={SESSION}>
        <AcpUiProvider agent={agent}>
          <TurnEnd turnId={turnId} />
        </AcpUiProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  return {
    store,
    sent,
    connect: () => act(async () => connect()),
    click: () => act(async () => void fireEvent.click(screen.getByRole("button"))),
  };
}

it("says why a turn was interrupted", () => {
  openInterruptedTurn();
  expect(screen.getByRole("status").textContent).toMatch(/^Interrupted after .*Out of memory\./);
});

it("continues with a prompt once the connection is restored, and only once", async () => {
  const { sent, connect, click } = openInterruptedTurn();
  await click();
  expect(sent).toEqual([]);
  expect(screen.getByRole("button")).toHaveProperty("disabled", true);
  await connect();
  expect(sent).toEqual([[{ type: "text", text: "Continue" }]]);
  // A later turn has begun.
  expect(screen.queryByRole("button")).toBeNull();
  screen.getByText(REASON);
});

it("continues immediately while the connection is ready", async () => {
  const { sent, connect, click } = openInterruptedTurn();
  await connect();
  await click();
  expect(sent.length).toBe(1);
});

it("says why it could not continue, and can try again", async () => {
  const failures = ["The agent is busy"];
  const { sent, connect, click } = openInterruptedTurn(async () => {
    const failure = failures.pop();
    if (failure !== undefined) throw new Error(failure);
  });
  await connect();
  await click();
  expect(screen.getByRole("alert").textContent).toBe("Not sent: The agent is busy");
  await click();
  expect(sent.length).toBe(1);
});

it("does not offer to continue a session that nobody can continue", async () => {
  const { store, connect } = openInterruptedTurn();
  await connect();
  act(() => store.detachSession(SESSION, "The agent forgot it"));
  expect(screen.queryByRole("button")).toBeNull();
});

it("does not offer to continue without a connection", () => {
  const { store } = openInterruptedTurn();
  act(() => store.disconnect(REASON));
  expect(screen.queryByRole("button")).toBeNull();
});

it("continues with an agent that was stopped, which the prompt starts", async () => {
  const { store, sent, connect, click } = openInterruptedTurn();
  await connect();
  act(() => store.disconnect("It is not used now.", { parked: true }));
  await click();
  expect(sent).toEqual([[{ type: "text", text: "Continue" }]]);
});

it("continues a restored session that its agent has not opened yet", async () => {
  const { store, sent, click } = openInterruptedTurn();
  const saved = deserialize(serialize(store.getState()));
  act(() => {
    store.closeSession(SESSION);
    store.restoreSession(saved);
    store.disconnect("It is not used now.", { parked: true });
  });
  expect(isSessionUnopened(store.getState().sessions.get(SESSION))).toBe(true);
  await click();
  expect(sent.length).toBe(1);
});
