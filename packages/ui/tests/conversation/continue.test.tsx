import { deserialize, isSessionUnopened, serialize } from "@acp-store/core";
import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SESSION } from "../../browser/support/session.js";
import { openFailedTurn, REASON } from "../support/openFailedTurn.js";

it("says why a turn was interrupted", () => {
  openFailedTurn();
  expect(screen.getByRole("status").textContent).toMatch(/^Interrupted after .*Out of memory\./);
});

it("continues with a prompt once the connection is restored, and only once", async () => {
  const { sent, connect, click } = openFailedTurn();
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
  const { sent, connect, click } = openFailedTurn();
  await connect();
  await click();
  expect(sent.length).toBe(1);
});

it("says why it could not continue, and can try again", async () => {
  const failures = ["The agent is busy"];
  const { sent, connect, click } = openFailedTurn({
    async prompt() {
      const failure = failures.pop();
      if (failure !== undefined) throw new Error(failure);
    },
  });
  await connect();
  await click();
  expect(screen.getByRole("alert").textContent).toBe("Not sent: The agent is busy");
  await click();
  expect(sent.length).toBe(1);
});

it("does not offer to continue a session that nobody can continue", async () => {
  const { store, connect } = openFailedTurn();
  await connect();
  act(() => store.detachSession(SESSION, "The agent forgot it"));
  expect(screen.queryByRole("button")).toBeNull();
});

it("does not offer to continue without a connection", () => {
  const { store } = openFailedTurn();
  act(() => store.disconnect(REASON));
  expect(screen.queryByRole("button")).toBeNull();
});

it("continues with an agent that was stopped, which the prompt starts", async () => {
  const { store, sent, connect, click } = openFailedTurn();
  await connect();
  act(() => store.disconnect("It is not used now.", { parked: true }));
  await click();
  expect(sent).toEqual([[{ type: "text", text: "Continue" }]]);
});

it("continues a restored session that its agent has not opened yet", async () => {
  const { store, sent, click } = openFailedTurn();
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
