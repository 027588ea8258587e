import { connectAgent, type ConnectOptions } from "@acp-store/client";
import { createAcpStore, type Message, selectMessages } from "@acp-store/core";
import { canSteer } from "@acp-store/core/actions";
import { type AgentScript, createGate, scriptedAgent } from "@acp-store/testing";
import { describe, expect, it } from "vitest";
import { waitForState } from "./support/storeState.js";

/** Connects to an agent whose first turn runs until the test opens the gate. */
async function setUp(script: Partial<AgentScript>, options?: ConnectOptions) {
  const gate = createGate();
  const received: string[] = [];
  const agent = scriptedAgent({
    features: [],
    async onPrompt(turn) {
      received.push(turn.text);
      if (received.length === 1) await turn.hold(gate);
    },
    ...script,
  });
  const store = createAcpStore({ scheduler: "sync" });
  const connection = await connectAgent(store, agent.connect(), options);
  const { sessionId } = await connection.newSession({ cwd: "/w" });
  const getSession = () => store.getState().sessions.get(sessionId);
  const getUserMessages = (): readonly Message[] =>
    selectMessages(store.getState(), sessionId).filter(({ role }) => role === "user");
  return { agent, store, connection, sessionId, gate, received, getSession, getUserMessages };
}

const textsOf = (messages: readonly Message[]): readonly unknown[] =>
  messages.map(({ content: [block] }) => (block?.type === "text" ? block.text : block?.type));

describe.each([1, 2] as const)("steering in version %i", (version) => {
  const protocolVersions = [version];

  it("shows the message at once, and says that the agent took it", async () => {
    const answered = createGate();
    const { connection, sessionId, gate, getUserMessages, store } = await setUp({
      protocolVersions,
      async onSteer() {
        await answered.pass();
        return undefined;
      },
    });
    const turn = connection.prompt(sessionId, "Begin");
    await gate.reached;
    const steered = connection.steer(sessionId, "Keep the tests");
    await waitForState(store, () => getUserMessages().length === 2);
    const [prompt, message] = getUserMessages();
    expect(message).toMatchObject({ steering: "sent", turnId: prompt?.turnId });
    answered.open();
    expect(await steered).toEqual({ outcome: "injected" });
    expect(getUserMessages()[1]?.steering).toBe("injected");
    expect(getUserMessages()[0]).not.toHaveProperty("steering");
    gate.open();
    await turn;
    expect(store.getState().sessions.get(sessionId)?.turns.size).toBe(1);
  });

  it("is never shown twice when the agent echoes it", async () => {
    const { connection, sessionId, gate, getUserMessages } = await setUp({
      protocolVersions,
      onSteer: () => {},
      async onPrompt(turn) {
        await turn.hold(gate);
        const update =
          version === 1
            ? { sessionUpdate: "user_message_chunk", content: text("Keep the tests") }
            : { sessionUpdate: "user_message", content: [text("Keep the tests")] };
        await turn.send({ ...update, messageId: "m-echo" });
        await turn.say("Done.");
      },
    });
    const turn = connection.prompt(sessionId, "Begin");
    await gate.reached;
    await connection.steer(sessionId, "Keep the tests");
    gate.open();
    await turn;
    expect(textsOf(getUserMessages())).toEqual(["Begin", "Keep the tests"]);
    expect(getUserMessages()[1]?.messageId).toBe("m-echo");
  });

  it("sends the message as a prompt if the turn has ended in the meantime", async () => {
    const { connection, sessionId, gate, received, getSession, getUserMessages, store } =
      await setUp({
        protocolVersions,
        async onSteer() {
          gate.open();
          await waitForState(store, (state) => {
            const turns = [...(state.sessions.get(sessionId)?.turns.values() ?? [])];
            return turns[0]?.status === "ended";
          });
        },
      });
    const turn = connection.prompt(sessionId, "Begin");
    await gate.reached;
    expect(await connection.steer(sessionId, "And more")).toEqual({ outcome: "prompted" });
    await turn;
    await waitForState(store, () => getSession()?.openTurns.length === 0);
    expect(received).toEqual(["Begin", "And more"]);
    expect(textsOf(getUserMessages())).toEqual(["Begin", "And more"]);
    expect(getUserMessages()[1]).not.toHaveProperty("steering");
  });

  it("shows a turn that the agent starts by itself until the next prompt", async () => {
    const second = createGate();
    const texts: string[] = [];
    const gate = createGate();
    const { connection, sessionId, getSession, getUserMessages, store } = await setUp({
      protocolVersions,
      onSteer: async () => {
        gate.open();
        await waitForState(store, () => getSession()?.openTurns.length === 0);
        return "startedNewTurn" as const;
      },
      async onPrompt(turn) {
        texts.push(turn.text);
        if (texts.length === 1) await turn.hold(gate);
        if (texts.length === 2) await turn.hold(second);
      },
    });
    const first = connection.prompt(sessionId, "Begin");
    await gate.reached;
    expect(await connection.steer(sessionId, "And more")).toEqual({ outcome: "started_turn" });
    await first;
    const [, unanswered] = [...(getSession()?.turns.values() ?? [])];
    const [, message] = getUserMessages();
    expect(unanswered).toMatchObject({ status: "running", unanswered: true });
    expect(message).toMatchObject({ steering: "started_turn", turnId: unanswered?.turnId });
    second.open();
    if (version === 2) await waitForState(store, () => getSession()?.openTurns.length === 0);
    else await second.reached;
    await waitForState(store, () => texts.length === 2);
    await connection.prompt(sessionId, "The end").catch(() => {});
    expect(getSession()?.turns.get(unanswered?.turnId ?? "")?.status).toBe("ended");
    expect(getSession()?.openTurns).toHaveLength(0);
  });

  it("queues the message if the agent cannot take it", async () => {
    const { connection, sessionId, gate, received, store, getSession } = await setUp({
      protocolVersions,
    });
    expect(canSteer(store.getState())).toBe(false);
    const turn = connection.prompt(sessionId, "Begin");
    await gate.reached;
    const result = await connection.steer(sessionId, "Later");
    expect(result).toEqual({ outcome: "queued", id: getSession()?.queue[0]?.id });
    gate.open();
    await turn;
    await waitForState(store, () => received.length === 2 && getSession()?.openTurns.length === 0);
    expect(received).toEqual(["Begin", "Later"]);
  });

  it("sends a prompt while no turn is running", async () => {
    const { connection, sessionId, received, gate } = await setUp({
      protocolVersions,
      onSteer: () => {},
    });
    gate.open();
    expect(await connection.steer(sessionId, "Begin")).toEqual({ outcome: "prompted" });
    await gate.reached;
    expect(received).toEqual(["Begin"]);
  });

  it("keeps the text of a message that the agent did not take", async () => {
    const { connection, sessionId, gate, getUserMessages } = await setUp({
      protocolVersions,
      onSteer: () => "failed",
    });
    const turn = connection.prompt(sessionId, "Begin");
    await gate.reached;
    expect(await connection.steer(sessionId, "Keep the tests")).toEqual({ outcome: "failed" });
    expect(getUserMessages()[1]).toMatchObject({ steering: "failed" });
    expect(textsOf(getUserMessages())).toEqual(["Begin", "Keep the tests"]);
    gate.open();
    await turn;
  });

  it("marks the message as failed if the connection is lost", async () => {
    const { agent, connection, sessionId, gate, getUserMessages, store } = await setUp({
      protocolVersions,
      onSteer: () => new Promise(() => {}),
    });
    const turn = connection.prompt(sessionId, "Begin");
    await gate.reached;
    const steered = connection.steer(sessionId, "Keep the tests");
    await waitForState(store, () => getUserMessages().length === 2);
    agent.crash();
    await expect(steered).rejects.toThrow("The agent crashed.");
    await expect(turn).rejects.toThrow("The agent crashed.");
    expect(getUserMessages()[1]?.steering).toBe("failed");
  });

  it("lets the application add to the message once, and shows what the user wrote", async () => {
    const asked: string[] = [];
    const { connection, sessionId, gate, getUserMessages, received, store, getSession } =
      await setUp(
        { protocolVersions, onSteer: () => "promptRequired" },
        {
          async beforePrompt(_, blocks) {
            asked.push(blocks[0]?.type === "text" ? blocks[0].text : "");
            return [...blocks, text("(a note)")];
          },
        },
      );
    const turn = connection.prompt(sessionId, "Begin");
    await gate.reached;
    const display = [text("Shown")];
    const steered = connection.steer(sessionId, "Sent", { display });
    gate.open();
    await turn;
    expect((await steered).outcome).toMatch(/^(prompted|queued)$/);
    await waitForState(store, () => received.length === 2 && getSession()?.openTurns.length === 0);
    expect(textsOf(getUserMessages())).toContain("Shown");
    expect(received[1]).toMatch(/^Sent \(a note\)/);
    expect(asked.filter((each) => each === "Sent").length).toBeGreaterThan(0);
  });
});

it("treats an unknown answer as a message that the agent did not take", async () => {
  const { connection, sessionId, gate } = await setUp({
    onSteer: () => JSON.parse('"eaten"'),
  });
  const turn = connection.prompt(sessionId, "Begin");
  await gate.reached;
  expect(await connection.steer(sessionId, "Keep the tests")).toEqual({ outcome: "failed" });
  gate.open();
  await turn;
});

it("ends a turn without an answer when the user stops it", async () => {
  const gate = createGate();
  const texts: string[] = [];
  const { connection, sessionId, getSession, store } = await setUp({
    protocolVersions: [1],
    onSteer: async () => {
      gate.open();
      await waitForState(store, () => getSession()?.openTurns.length === 0);
      return "startedNewTurn" as const;
    },
    async onPrompt(turn) {
      texts.push(turn.text);
      if (texts.length === 1) await turn.hold(gate);
      else await turn.cancelled;
    },
  });
  const first = connection.prompt(sessionId, "Begin");
  await gate.reached;
  await connection.steer(sessionId, "And more");
  await first;
  expect(getSession()?.activity).toBe("running");
  await connection.cancel(sessionId);
  expect(getSession()?.activity).toBe("idle");
  const last = [...(getSession()?.turns.values() ?? [])].at(-1);
  expect(last).toMatchObject({ status: "ended", stopReason: "cancelled", cancelRequested: true });
});

function text(value: string) {
  return { type: "text" as const, text: value };
}
