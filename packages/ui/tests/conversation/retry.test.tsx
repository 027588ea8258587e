import type { AcpStore } from "@acp-store/core";
import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { SESSION } from "../../browser/support/session.js";
import { openFailedTurn } from "../support/openFailedTurn.js";

const fail = (store: AcpStore): void =>
  store.endTurn(SESSION, { error: { code: -32603, message: "Rate limit reached" } });
const nameOf = ({ textContent }: Element): string | null => textContent;
const namesOfButtons = () => screen.queryAllByRole("button").map(nameOf);

it("offers to send a prompt without an answer again", async () => {
  const retryTurn = vi.fn(async () => {});
  const { click, turnId } = openFailedTurn({ fail, retryTurn });
  expect(namesOfButtons()).toEqual(["Retry"]);
  expect(screen.getByRole("button").className).toContain("primary");
  await click();
  expect(retryTurn.mock.calls).toEqual([[SESSION, turnId]]);
});

it("offers to continue first if the agent has begun to answer", () => {
  openFailedTurn({ fail, retryTurn: async () => {}, answer: "I begin." });
  expect(namesOfButtons()).toEqual(["Continue", "Retry"]);
  const [first, second] = screen.getAllByRole("button");
  expect(first?.className).toContain("primary");
  expect(second?.className).not.toContain("primary");
});

it("offers to send a refused prompt again", () => {
  const refuse = (store: AcpStore): void => store.endTurn(SESSION, { stopReason: "refusal" });
  openFailedTurn({ fail: refuse, retryTurn: async () => {} });
  expect(namesOfButtons()).toEqual(["Retry"]);
});

it("waits for the connection, and then tries again once", async () => {
  const retryTurn = vi.fn(async () => {});
  const { click, connect } = openFailedTurn({ retryTurn });
  await click();
  expect(namesOfButtons()).toEqual(["Retries after reconnecting"]);
  expect(screen.getByRole("button")).toHaveProperty("disabled", true);
  expect(retryTurn).not.toHaveBeenCalled();
  await connect();
  expect(retryTurn).toHaveBeenCalledTimes(1);
});

it("disappears when another window tries again", () => {
  const { store } = openFailedTurn({ fail, retryTurn: async () => {} });
  act(() => void store.startTurn(SESSION, [{ type: "text", text: "Begin" }]));
  expect(namesOfButtons()).toEqual([]);
});

it("says why the prompt was not sent", async () => {
  const { click } = openFailedTurn({
    fail,
    async retryTurn() {
      throw new Error("The budget is used up.");
    },
  });
  await click();
  expect(screen.getAllByRole("alert").map(nameOf).join()).toContain(
    "Not sent: The budget is used up.",
  );
});

it("is not offered by an agent that cannot do it, and after a turn that ended normally", () => {
  openFailedTurn({ fail: (store) => store.endTurn(SESSION, { stopReason: "end_turn" }) });
  expect(namesOfButtons()).not.toContain("Retry");
});
