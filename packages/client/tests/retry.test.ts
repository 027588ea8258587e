import { connectAgent, type ConnectOptions } from "@acp-store/client";
import {
  createAcpStore,
  deserialize,
  selectMessages,
  selectRetry,
  selectTurn,
  serialize,
} from "@acp-store/core";
import { type AgentScript, createGate, scriptedAgent, type Turn } from "@acp-store/testing";
import { RequestError } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { waitForState } from "./support/storeState.js";

const RATE_LIMIT = new RequestError(-32603, "Rate limit reached");

interface SetupOptions {
  readonly script?: Partial<AgentScript>;
  readonly options?: ConnectOptions;
  /** Signs in before the session is created. */
  readonly signInFirst?: boolean;
}

const RECONNECTING: SetupOptions = {
  script: { features: ["load"], protocolVersions: [1] },
  options: { reconnect: { minDelay: 1 } },
};

/** Connects to an agent whose first prompts fail, and sends it one. */
async function failFirst(
  failures: readonly (Error | "refusal" | ((turn: Turn) => Promise<void>) | undefined)[],
  { script = {}, options, signInFirst }: SetupOptions = {},
) {
  const received: string[] = [];
  const agent = scriptedAgent({
    features: [],
    async onPrompt(turn) {
      const failure = failures[received.length];
      received.push(turn.text);
      if (failure instanceof Error) throw failure;
      if (failure === "refusal") return failure;
      await (failure ?? ((answered) => answered.say("Done.")))(turn);
      return undefined;
    },
    ...script,
  });
  const store = createAcpStore({ scheduler: "sync" });
  const connection = await connectAgent(store, agent.connect, options);
  if (signInFirst) await connection.authenticate("key");
  const { sessionId } = await connection.newSession({ cwd: "/w" });
  const newest = () => selectTurn(store.getState(), sessionId);
  const turnIdOf = (): string => newest()?.turnId ?? "";
  await connection.prompt(sessionId, "Fix the typo").catch(() => {});
  return { agent, store, connection, sessionId, received, newest, turnIdOf };
}

describe.each([1, 2] as const)("a retry in version %i", (version) => {
  const script = { protocolVersions: [version] } as const;

  it.each([["failed", RATE_LIMIT] as const, ["was refused", "refusal"] as const])(
    "sends the prompt of a turn that %s again, and links the turns",
    async (_, failure) => {
      const { connection, store, sessionId, received, newest, turnIdOf } = await failFirst(
        [failure],
        { script },
      );
      const failedId = turnIdOf();
      expect(selectRetry(store.getState(), sessionId, failedId)?.isAnswered).toBe(false);
      expect(await connection.retryTurn(sessionId, failedId)).toEqual({ stopReason: "end_turn" });
      expect(received).toEqual(["Fix the typo", "Fix the typo"]);
      expect(newest()).toMatchObject({ status: "ended", retryOf: failedId });
      expect(newest()?.promptId).not.toBeUndefined();
    },
  );

  it("sends it once for all calls, and nothing once there is a newer turn", async () => {
    const gate = createGate();
    const { connection, sessionId, received, turnIdOf } = await failFirst(
      [RATE_LIMIT, (turn) => turn.hold(gate)],
      { script },
    );
    const failedId = turnIdOf();
    const calls = [1, 2].map(() => connection.retryTurn(sessionId, failedId));
    await gate.reached;
    const late = connection.retryTurn(sessionId, failedId);
    gate.open();
    expect(await Promise.all([...calls, late])).toEqual(
      Array.from({ length: 3 }, () => ({ stopReason: "end_turn" })),
    );
    expect(await connection.retryTurn(sessionId, failedId)).toEqual({ stopReason: "cancelled" });
    expect(received.length).toBe(2);
  });
});

describe("retryTurn", () => {
  it("can be tried again with each failed retry, but not with an earlier turn", async () => {
    const { connection, sessionId, received, newest, turnIdOf } = await failFirst([
      RATE_LIMIT,
      RATE_LIMIT,
    ]);
    const first = turnIdOf();
    await expect(connection.retryTurn(sessionId, first)).rejects.toThrow("Rate limit");
    const second = turnIdOf();
    await connection.retryTurn(sessionId, first);
    expect(received.length).toBe(2);
    await connection.retryTurn(sessionId, second);
    expect(newest()).toMatchObject({ status: "ended", retryOf: second });
  });

  it("sends nothing for a turn that ended normally, or that is unknown", async () => {
    const { connection, sessionId, received, turnIdOf } = await failFirst([]);
    for (const turnId of [turnIdOf(), "unknown"])
      expect(await connection.retryTurn(sessionId, turnId)).toEqual({ stopReason: "cancelled" });
    expect(received.length).toBe(1);
  });

  it("sends the blocks that were sent, and shows those that were shown", async () => {
    const { connection, store, sessionId, received, turnIdOf } = await failFirst([
      undefined,
      RATE_LIMIT,
    ]);
    const display = [{ type: "text" as const, text: "/review" }];
    await connection.prompt(sessionId, "Review the diff", { display }).catch(() => {});
    await connection.retryTurn(sessionId, turnIdOf());
    expect(received.slice(1)).toEqual(["Review the diff", "Review the diff"]);
    const prompts = selectMessages(store.getState(), sessionId).filter(
      ({ role }) => role === "user",
    );
    expect(prompts.slice(1).map(({ content }) => content)).toEqual([display, display]);
  });

  it("tells whether the agent has answered before it failed", async () => {
    const { store, sessionId, turnIdOf } = await failFirst([
      async (turn) => {
        await turn.say("I begin.");
        throw RATE_LIMIT;
      },
    ]);
    expect(selectRetry(store.getState(), sessionId, turnIdOf())?.isAnswered).toBe(true);
  });

  it("waits for a connection that comes back, and is sent once", async () => {
    const { connection, store, sessionId, received, turnIdOf } = await failFirst(
      [(turn) => turn.crash("The agent exited.")],
      RECONNECTING,
    );
    const failedId = turnIdOf();
    await waitForState(store, (state) => state.connection?.status === "ready");
    await Promise.all([1, 2].map(() => connection.retryTurn(sessionId, failedId)));
    expect(received).toEqual(["Fix the typo", "Fix the typo"]);
  });

  it("works after the state was saved and restored", async () => {
    const { store, agent, sessionId, received, turnIdOf } = await failFirst(
      [RATE_LIMIT],
      RECONNECTING,
    );
    const failedId = turnIdOf();
    const restored = createAcpStore({
      scheduler: "sync",
      initialState: deserialize(serialize(store.getState())),
    });
    const connection = await connectAgent(restored, agent.connect);
    await connection.loadSession({ sessionId, cwd: "/w" });
    await connection.retryTurn(sessionId, failedId);
    expect(received).toEqual(["Fix the typo", "Fix the typo"]);
    expect(selectTurn(restored.getState(), sessionId)?.retryOf).toBe(failedId);
  });

  it("asks the application again before the prompt is sent", async () => {
    const prepared: string[] = [];
    const { connection, sessionId, received, turnIdOf } = await failFirst([RATE_LIMIT], {
      options: {
        async beforePrompt(_, blocks) {
          prepared.push(blocks.map((block) => (block.type === "text" ? block.text : "")).join());
          if (prepared.length === 2) throw new Error("The budget is used up.");
          return blocks;
        },
      },
    });
    const failedId = turnIdOf();
    await expect(connection.retryTurn(sessionId, failedId)).rejects.toThrow("budget");
    expect(received.length).toBe(1);
    await connection.retryTurn(sessionId, failedId);
    expect(prepared).toEqual(["Fix the typo", "Fix the typo", "Fix the typo"]);
    expect(received.length).toBe(2);
  });
});

describe("a prompt that needs a sign-in", () => {
  it("is sent again once after the sign-in", async () => {
    const { connection, store, received, newest, turnIdOf } = await failFirst(
      [RequestError.authRequired()],
      { script: { signIn: { methods: [{ id: "key", name: "API key" }] } }, signInFirst: true },
    );
    const refusedId = turnIdOf();
    expect(newest()?.error?.code).toBe(-32000);
    await connection.authenticate("key");
    await waitForState(store, () => newest()?.status === "ended");
    expect(newest()?.retryOf).toBe(refusedId);
    await connection.authenticate("key");
    expect(received).toEqual(["Fix the typo", "Fix the typo"]);
  });

  it("is left to the user if another prompt follows it", async () => {
    const { connection, sessionId, received } = await failFirst([RequestError.authRequired()], {
      script: { signIn: { methods: [{ id: "key", name: "API key" }] } },
      signInFirst: true,
    });
    await connection.prompt(sessionId, "Fix the test");
    await connection.authenticate("key");
    expect(received).toEqual(["Fix the typo", "Fix the test"]);
  });
});
