import {
  type AcpStore,
  applyAcpPatches,
  createAcpStore,
  deserialize,
  type Frame,
  selectUsageTotals,
  serialize,
} from "@acp-store/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prompted, recv, sent, storeAfterFrames, updated } from "../support/frames.js";
import { play } from "../support/playRecording.js";
import { trackedStore } from "../support/trackedStore.js";

/** Recordings with the tokens of each model as input, output and total, and the costs. */
const RECORDINGS: Readonly<Record<string, readonly [tokens: object, ...costs: string[]]>> = {
  // The cost of the recording confirms that `_meta.quota` has all tokens, and `usage` only some.
  "claude-basic": [{ "claude-sonnet-4-5": [17200, 924, 66124] }, "0.07986 USD"],
  "claude-basic-v2": [{ "claude-sonnet-4-5": [17200, 924, 66124] }, "0.07986 USD"],
  "claude-slash": [{ "claude-sonnet-4-5": [13300, 847, 58147] }, "0.06580 USD"],
  // The parent reports the cost of its subagent.
  "claude-subagent": [{ "claude-sonnet-4-5": [4100, 308, 20408] }, "0.04584 USD"],
  // Costs are those of the session, which continues an earlier one. Tokens are those of the turns.
  "claude-load": [{ "claude-sonnet-4-5": [2100, 154, 10254] }, "0.10428 USD"],
  "claude-twosessions": [{ "claude-sonnet-4-5": [6600, 462, 31062] }, "0.03393 USD"],
  "gemini-basic": [{ "gemini-2.5-pro": [18000, 540, 18540] }],
  "gemini-concurrent": [{ "gemini-2.5-pro": [1800, 60, 1860] }],
  "opencode-basic": [{ "fake/fake-model": [4776, 180, 4956] }, "0.00000 USD"],
  "codex-rejected-one-of-two-v2": [{ "gpt-5.5": [3300, 160, 4460] }],
  "claudezed-basic": [{}],
};

describe("the totals of real agents", () => {
  it.each(Object.entries(RECORDINGS))("adds what the agent reported: %s", (name, expected) => {
    const { tokens, costs } = selectUsageTotals(play(name).store.getState());
    const counts = tokens.map(({ model = "?", inputTokens, outputTokens, totalTokens }) => [
      model,
      [inputTokens, outputTokens, totalTokens],
    ]);
    const amounts = costs.map(({ amount, currency }) => `${amount.toFixed(5)} ${currency}`);
    expect([Object.fromEntries(counts), ...amounts]).toEqual(expected);
  });
});

/** Returns the frames of a turn that uses tokens. */
function turn(id: number, result: object, sessionId = "s1"): Frame[] {
  return [
    prompted(id, "Go", sessionId),
    recv({ id, result: { stopReason: "end_turn", ...result } }),
  ];
}

const usage = (inputTokens: number, outputTokens = 0) => ({
  inputTokens,
  outputTokens,
  totalTokens: inputTokens + outputTokens,
});
const costs = (amount: number, currency = "USD", sessionId = "s1"): Frame =>
  updated(
    { sessionUpdate: "usage_update", used: 900, size: 1000, cost: { amount, currency } },
    sessionId,
  );
const totalOf = (store: AcpStore, sessionId?: string): number =>
  selectUsageTotals(store.getState(), sessionId).tokens.reduce(
    (sum, { totalTokens }) => sum + totalTokens,
    0,
  );

/** Loads the session again, with a replay of its transcript and an earlier cost. */
const REPLAY: readonly Frame[] = [
  sent({ id: 90, method: "session/load", params: { sessionId: "s1", cwd: "/w", mcpServers: [] } }),
  updated({ sessionUpdate: "user_message_chunk", content: { type: "text", text: "Go" } }),
  costs(0.1),
  recv({ id: 90, result: {} }),
];

describe("selectUsageTotals", () => {
  it("adds the tokens of turns and takes the newest cost, but never the size of the context", () => {
    const store = storeAfterFrames(
      1,
      ...turn(1, { usage: usage(10, 5) }),
      costs(0.25),
      ...turn(2, { usage: { ...usage(20), cachedReadTokens: 4 } }),
      costs(0.5),
    );
    expect(selectUsageTotals(store.getState(), "s1")).toEqual({
      tokens: [{ ...usage(30, 5), cachedReadTokens: 4 }],
      costs: [{ amount: 0.5, currency: "USD" }],
    });
  });

  it("keeps the cost while later reports have none", () => {
    const update = { sessionUpdate: "usage_update", used: 1, size: 10 };
    const store = storeAfterFrames(1, costs(0.25), updated(update));
    expect(selectUsageTotals(store.getState()).costs).toEqual([{ amount: 0.25, currency: "USD" }]);
  });

  it("never adds currencies", () => {
    const store = storeAfterFrames(1, costs(0.5), costs(2, "EUR", "s2"), costs(1, "USD", "s3"));
    expect(selectUsageTotals(store.getState()).costs).toEqual([
      { amount: 1.5, currency: "USD" },
      { amount: 2, currency: "EUR" },
    ]);
  });

  it("counts tokens without a model for the model that is selected", () => {
    const store = trackedStore();
    const models = (currentModelId: string) => ({ currentModelId, availableModels: [] });
    for (const [index, model] of ["large", "small", "large"].entries()) {
      store.openSession({ sessionId: "s1", models: models(model) });
      for (const frame of turn(index, { usage: usage(10) })) store.observe(frame);
    }
    const { tokens } = selectUsageTotals(store.getState());
    expect(tokens).toEqual([
      { model: "large", ...usage(20) },
      { model: "small", ...usage(10) },
    ]);
  });

  it("adds a subagent that reports its usage to its parent, but not to the siblings", () => {
    const child = (state: object): Frame =>
      updated({ sessionUpdate: "subagent_update", sessionId: "child", state });
    const store = storeAfterFrames(
      2,
      child({ state: "running" }),
      child({ state: "idle", usage: usage(7) }),
      // The same end again, and another turn.
      child({ state: "idle", usage: usage(7) }),
      child({ state: "running" }),
      child({ state: "idle", usage: usage(3) }),
      costs(1, "USD", "child"),
      costs(2, "USD", "s2"),
    );
    expect(totalOf(store, "s1")).toBe(10);
    expect(selectUsageTotals(store.getState(), "s1").costs).toEqual([
      { amount: 1, currency: "USD" },
    ]);
    expect(totalOf(store, "s2")).toBe(0);
    expect(totalOf(store)).toBe(10);
  });

  it("counts the report of version 2 once, even if it ends several turns", () => {
    const store = storeAfterFrames(
      2,
      prompted(1, "One"),
      prompted(2, "Two"),
      recv({ id: 1, result: { messageId: "m1" } }),
      recv({ id: 2, result: { messageId: "m2" } }),
      updated({ sessionUpdate: "state_update", state: "running" }),
      updated({ sessionUpdate: "state_update", state: "idle", usage: usage(8) }),
    );
    expect(store.getState().sessions.get("s1")?.openTurns).toEqual([]);
    expect(totalOf(store)).toBe(8);
  });

  it("is kept when the session is closed, and continues when it is loaded again", () => {
    const store = storeAfterFrames(1, ...turn(1, { usage: usage(10) }), costs(0.5));
    const before = selectUsageTotals(store.getState());
    store.closeSession("s1");
    expect(selectUsageTotals(store.getState())).toBe(before);
    for (const frame of [...REPLAY, ...turn(2, { usage: usage(5) })]) store.observe(frame);
    expect(totalOf(store)).toBe(15);
    expect(selectUsageTotals(store.getState()).costs).toBe(before.costs);
  });

  it("keeps its reference until it changes, for a session and for all", () => {
    const store = storeAfterFrames(1, costs(1), costs(2, "USD", "s2"));
    const both = selectUsageTotals(store.getState());
    const one = selectUsageTotals(store.getState(), "s1");
    store.update({ sessionUpdate: "usage_update", used: 5, size: 10 });
    expect(selectUsageTotals(store.getState())).toBe(both);
    expect(selectUsageTotals(store.getState(), "s1")).toBe(one);
    expect(selectUsageTotals(store.getState(), "unknown")).toBe(
      selectUsageTotals(store.getState(), "none"),
    );
  });

  it("ends at sessions that are each other's parent", () => {
    const store = trackedStore();
    for (const [sessionId, child] of [
      ["s1", "s2"],
      ["s2", "s1"],
    ] as const)
      store.ingest({ sessionId, update: { sessionUpdate: "subagent_update", sessionId: child } });
    store.observe(costs(1));
    expect(selectUsageTotals(store.getState(), "s2").costs.length).toBe(1);
    expect(selectUsageTotals(store.getState(), "s3").costs).toEqual([]);
  });
});

describe("a malformed report", () => {
  it.each([
    "text",
    null,
    { token_count: "many" },
    { token_count: { input_tokens: -1 } },
    { model_usage: {} },
    { model_usage: [null, { model: 1, token_count: {} }, { model: "m" }] },
  ])("leaves the usage of the turn unchanged: %j", (quota) => {
    const store = storeAfterFrames(1, ...turn(1, { usage: usage(10), _meta: { quota } }));
    expect(store.getState().sessions.get("s1")?.turns.values().next().value?.usage).toEqual(
      usage(10),
    );
    expect(totalOf(store)).toBe(10);
  });

  it("has no models that the agent put into the usage itself", () => {
    const store = storeAfterFrames(
      2,
      updated({
        sessionUpdate: "subagent_update",
        sessionId: "child",
        state: { state: "running" },
      }),
      updated({
        sessionUpdate: "subagent_update",
        sessionId: "child",
        state: { state: "idle", usage: { ...usage(4), models: "all" } },
      }),
    );
    expect(totalOf(store)).toBe(4);
  });

  it("cannot grow without a limit, or beyond what can be saved", () => {
    const counts = { totalTokens: Number.MAX_SAFE_INTEGER, inputTokens: 1, outputTokens: 0 };
    const turns = Array.from({ length: 5 }, (_, index) => {
      const models = Array.from({ length: 50 }, (__, at) => `model-${index}-${at}`);
      const model_usage = models.map((model) => ({ model, token_count: counts }));
      return turn(index, { usage: counts, _meta: { quota: { model_usage } } });
    });
    const currencies = Array.from({ length: 100 }, (_, index) => costs(1, `C${index}`));
    const store = createAcpStore();
    for (const frame of [...turns.flat(), ...currencies]) store.observe(frame);
    const totals = selectUsageTotals(store.getState());
    expect([totals.tokens.length, totals.costs.length]).toEqual([32, 32]);
    expect(totals.tokens.at(-1)).toEqual({ ...counts, inputTokens: 5 * 32 - 31 });
    expect(selectUsageTotals(deserialize(serialize(store.getState())))).toEqual(totals);
  });
});

describe("the totals of any order of reports", () => {
  type Report =
    | { readonly type: "turn"; readonly tokens: number }
    | { readonly type: "cost"; readonly amount: number; readonly currency: string }
    | { readonly type: "replay" | "restore" };

  const report: fc.Arbitrary<Report> = fc.oneof(
    fc.record({ type: fc.constant("turn" as const), tokens: fc.nat(100) }),
    fc.record({
      type: fc.constant("cost" as const),
      amount: fc.nat(100),
      currency: fc.constantFrom("USD", "EUR"),
    }),
    fc.record({ type: fc.constantFrom("replay" as const, "restore" as const) }),
  );

  it("stays the same after replays and restores, in a mirror and in another order", () => {
    fc.assert(
      fc.property(fc.array(report, { maxLength: 12 }), (reports) => {
        const forward = fold(reports);
        const backward = fold(reports.toReversed());
        const tokens = reports.reduce(
          (sum, each) => sum + (each.type === "turn" ? each.tokens : 0),
          0,
        );
        expect([totalOf(forward), totalOf(backward)]).toEqual([tokens, tokens]);
        for (const currency of ["USD", "EUR"]) {
          const amounts = reports.flatMap((each) =>
            each.type === "cost" && each.currency === currency ? [each.amount] : [],
          );
          const amountIn = (store: AcpStore): number | undefined =>
            selectUsageTotals(store.getState()).costs.find((cost) => cost.currency === currency)
              ?.amount;
          const highest = amounts.length === 0 ? undefined : Math.max(...amounts);
          expect([amountIn(forward), amountIn(backward)]).toEqual([highest, highest]);
        }
      }),
      { numRuns: 40 },
    );

    function fold(reports: readonly Report[]): AcpStore {
      let store = createAcpStore();
      let mirror = store.getState();
      const follow = (): void => {
        mirror = store.getState();
        store.inspect((record) => {
          if (record.type === "commit") mirror = applyAcpPatches(mirror, record.patches);
        });
      };
      follow();
      for (const [index, each] of reports.entries()) {
        if (each.type === "restore") {
          store = createAcpStore({ initialState: deserialize(serialize(store.getState())) });
          follow();
        } else {
          const frames =
            each.type === "turn"
              ? turn(index, { usage: usage(each.tokens) })
              : each.type === "cost"
                ? [costs(each.amount, each.currency)]
                : REPLAY.toSpliced(2, 1);
          for (const frame of frames) store.observe(frame);
        }
        expect(selectUsageTotals(mirror)).toEqual(selectUsageTotals(store.getState()));
      }
      return store;
    }
  });
});
