import { type AcpStore, createAcpStore, type Elicitation } from "@acp-store/core";
import { budgetPolicy, type BudgetOptions, selectBudgetUses } from "@acp-store/core/policies";
import { expect, it, vi } from "vitest";

const PROMPT = [{ type: "text" as const, text: "Go" }];
const USD_5 = { currency: "USD", amount: 5, per: "session" } as const;

/** Creates a store with costs, by session. */
function storeWith(costs: Readonly<Record<string, readonly [amount: number, currency: string]>>) {
  const store = createAcpStore({ scheduler: "sync" });
  for (const [sessionId, [amount, currency]] of Object.entries(costs)) {
    const update = { sessionUpdate: "usage_update", used: 1, size: 2, cost: { amount, currency } };
    store.ingest({ sessionId, update });
  }
  return store;
}

const pendingOf = (store: AcpStore): readonly Elicitation[] =>
  [...store.getState().elicitations.values()].filter(({ status }) => status === "pending");

it.each([
  ["the agent reports no cost", {}, USD_5],
  ["less is spent", { s1: [4.99, "USD"] }, USD_5],
  ["another currency is spent", { s1: [50, "EUR"] }, USD_5],
  ["another session has spent it", { s1: [1, "USD"], s2: [9, "USD"] }, USD_5],
] as const)("sends the prompt without a question if %s", async (_, costs, limit) => {
  const ask = vi.fn(async () => false);
  const beforePrompt = budgetPolicy(storeWith(costs), { limits: [limit], ask });
  expect(await beforePrompt("s1", PROMPT)).toBe(PROMPT);
  expect(ask).not.toHaveBeenCalled();
});

it("asks for each prompt once the budget is spent, and rejects it on a no", async () => {
  const answers = [true, false];
  const ask = vi.fn<NonNullable<BudgetOptions["ask"]>>(async () => answers.shift() === true);
  const beforePrompt = budgetPolicy(storeWith({ s1: [5, "USD"] }), { limits: [USD_5], ask });
  expect(await beforePrompt("s1", PROMPT)).toBe(PROMPT);
  await expect(beforePrompt("s1", PROMPT)).rejects.toThrow(
    "The prompt was not sent, because this session has cost 5.00 USD of its budget of 5 USD.",
  );
  expect(ask.mock.calls[0]).toEqual([{ limit: USD_5, spent: 5 }, "s1"]);
});

it("names an amount of less than one unit with enough decimals", async () => {
  const limits = [{ ...USD_5, amount: 0.005 }];
  const store = storeWith({ s1: [0.0124, "USD"] });
  const beforePrompt = budgetPolicy(store, { limits, ask: async () => false });
  await expect(beforePrompt("s1", PROMPT)).rejects.toThrow(
    "this session has cost 0.012 USD of its budget of 0.005 USD.",
  );
});

it("asks once the budget is spent even if the warning comes later", async () => {
  const ask = vi.fn(async () => true);
  const options = { limits: [USD_5], warnAt: Infinity, ask };
  await budgetPolicy(storeWith({ s1: [6, "USD"] }), options)("s1", PROMPT);
  expect(ask).toHaveBeenCalledOnce();
});

it("adds all sessions for a limit of the agent", async () => {
  const store = storeWith({ s1: [3, "USD"], s2: [2, "USD"] });
  const limits = [{ ...USD_5, per: "agent" }] as const;
  const beforePrompt = budgetPolicy(store, { limits, ask: async () => false });
  await expect(beforePrompt("s3", PROMPT)).rejects.toThrow("this agent has cost 5.00 USD");
});

it("warns once for each limit and session", async () => {
  const onWarning = vi.fn();
  const store = storeWith({ s1: [4, "USD"], s2: [4.5, "USD"] });
  const beforePrompt = budgetPolicy(store, { limits: [USD_5], onWarning });
  for (const sessionId of ["s1", "s1", "s2", "s3"]) await beforePrompt(sessionId, PROMPT);
  expect(onWarning.mock.calls).toEqual([
    [{ limit: USD_5, spent: 4 }, "s1"],
    [{ limit: USD_5, spent: 4.5 }, "s2"],
  ]);
});

it.each([
  ["accept", true],
  ["decline", false],
  ["cancel", false],
] as const)("asks in the session by default, and takes the answer %s", async (action, isSent) => {
  const store = storeWith({ s1: [6, "USD"] });
  const beforePrompt = budgetPolicy(store, { limits: [USD_5] });
  const outcome = beforePrompt("s1", PROMPT).then(
    () => true,
    () => false,
  );
  const [question] = pendingOf(store);
  const buttons = { accept: "Send anyway", decline: "Do not send" };
  expect(question).toMatchObject({ sessionId: "s1", mode: "form", buttons });
  expect(question?.message).toContain("6.00 USD of its budget of 5 USD");
  store.respondToElicitation(question?.elicitationId ?? "", { action });
  expect(await outcome).toBe(isSent);
});

it("lists the limits that are nearly spent, and keeps the list until it changes", () => {
  const store = storeWith({ s1: [4, "USD"], s2: [1, "USD"] });
  const perAgent = { currency: "USD", amount: 6, per: "agent" } as const;
  const budget = { limits: [USD_5, perAgent] };
  const select = (sessionId: string) => selectBudgetUses(store.getState(), sessionId, budget);
  const uses = select("s1");
  expect(uses).toEqual([
    { limit: USD_5, spent: 4 },
    { limit: perAgent, spent: 5 },
  ]);
  expect(select("s2")).toEqual([{ limit: perAgent, spent: 5 }]);
  store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "agent_message_chunk", content: PROMPT[0] },
  });
  expect(select("s1")).toBe(uses);
  expect(selectBudgetUses(store.getState(), "s1", { ...budget, warnAt: 0.9 })).toEqual([]);
});
