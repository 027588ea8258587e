import { connectAgent } from "@acp-store/client";
import { createAcpStore, selectMessages } from "@acp-store/core";
import { getRewindSupport } from "@acp-store/core/actions";
import { type AgentScript, createGate, scriptedAgent, type Turn } from "@acp-store/testing";
import { describe, expect, it } from "vitest";
import { waitForState } from "./support/storeState.js";

const CLAUDE = { name: "@agentclientprotocol/claude-agent-acp", version: "0.100.0" };
const CODEX = { name: "@agentclientprotocol/codex-acp", version: "2.6.0" };
const QWEN = { name: "qwen-code", version: "0.24.4" };

/** Plans the work, and says a text before and after a tool call. */
async function work(turn: Turn): Promise<void> {
  await turn.plan([`Read for ${turn.text}`]);
  await turn.say(`Reading for ${turn.text}.`);
  await turn.read(`/w/${turn.text}.ts`, "export {}");
  await turn.say(`${turn.text} is done.`);
}

describe.each([1, 2] as const)("rewindSession in version %i", (version) => {
  async function connect(info: AgentScript["info"], script: Partial<AgentScript> = {}) {
    const scripted = scriptedAgent({
      onPrompt: work,
      protocolVersions: [version],
      ...(info && { info }),
      ...script,
    });
    const store = createAcpStore({ scheduler: "sync" });
    const agent = await connectAgent(store, scripted.connect);
    const { sessionId } = await agent.newSession({ cwd: "/w", additionalDirectories: ["/lib"] });
    const sessionOf = (id: string) => store.getState().sessions.get(id);
    /** Returns the conversation without ids and times. */
    const conversation = (id = sessionId) => {
      const session = sessionOf(id);
      return {
        messages: selectMessages(store.getState(), id).map(
          ({ role, content: [block] }) => `${role}: ${block?.type === "text" ? block.text : ""}`,
        ),
        toolCalls: [...(session?.toolCalls.values() ?? [])].map(({ title }) => title),
        plans: [...(session?.plans.values() ?? [])].map(({ planId, entries }) => [planId, entries]),
        timeline: session?.timeline.map(({ type }) => type),
        turns: session?.turns.size,
      };
    };
    /** Returns the key of the user's message. */
    const keyOf = (text: string, id = sessionId) => {
      for (const [key, { role, content }] of sessionOf(id)?.messages ?? [])
        if (role === "user" && content[0]?.type === "text" && content[0].text === text) return key;
      throw new Error(`There is no message "${text}"`);
    };
    const rewind = (text: string) => agent.rewindSession({ sessionId, messageId: keyOf(text) });
    return { scripted, store, agent, sessionId, sessionOf, conversation, keyOf, rewind };
  }

  it.each([
    ["the fork of claude-agent-acp", CLAUDE],
    ["the fork of codex-acp", CODEX],
    ["the rewind of Qwen Code", QWEN],
  ])("takes a conversation back with %s", async (_name, info) => {
    const { agent, sessionId, conversation, rewind } = await connect(info);
    await agent.prompt(sessionId, "One");
    await agent.prompt(sessionId, "Two");
    await agent.loadSession({ sessionId, cwd: "/w" });
    const before = conversation();
    await agent.prompt(sessionId, "Three");
    await agent.prompt(sessionId, "Four");
    const rewound = await rewind("Three");
    expect(conversation(rewound.sessionId)).toEqual(before);
    await agent.prompt(rewound.sessionId, "Five");
    expect(conversation(rewound.sessionId).messages.slice(-4)).toEqual([
      "agent: Two is done.",
      "user: Five",
      "agent: Reading for Five.",
      "agent: Five is done.",
    ]);
  });

  it.each([
    ["a fork", CLAUDE],
    ["a rewind", QWEN],
  ])("creates an empty session for the first prompt in place of %s", async (_name, info) => {
    const { agent, sessionId, sessionOf, conversation, rewind } = await connect(info);
    await agent.prompt(sessionId, "One");
    const rewound = await rewind("One");
    expect(rewound.sessionId).not.toBe(sessionId);
    expect(conversation(rewound.sessionId).messages).toEqual([]);
    expect(sessionOf(rewound.sessionId)).toMatchObject({
      cwd: "/w",
      additionalDirectories: ["/lib"],
    });
    expect(conversation().messages).toHaveLength(3);
  });

  it("keeps the whole conversation in the session that was forked", async () => {
    const { agent, sessionId, sessionOf, conversation, rewind } = await connect(CLAUDE);
    await agent.prompt(sessionId, "One");
    await agent.prompt(sessionId, "Two");
    const before = conversation();
    const rewound = await rewind("Two");
    expect(rewound.sessionId).not.toBe(sessionId);
    expect(sessionOf(rewound.sessionId)?.forkedFrom).toBe(sessionId);
    expect(conversation()).toEqual(before);
  });

  it("keeps the session and its held prompts when the agent rewinds", async () => {
    const { store, agent, sessionId, sessionOf, rewind } = await connect(QWEN);
    await agent.prompt(sessionId, "One");
    const prompted = agent.prompt(sessionId, "Two");
    const id = store.queuePrompt(sessionId, [{ type: "text", text: "Later" }]);
    store.holdQueuedPrompt(sessionId, id);
    await prompted;
    expect(await rewind("Two")).toEqual({ sessionId });
    expect(sessionOf(sessionId)?.queue).toMatchObject([{ id, held: true }]);
  });

  it("takes back a conversation that was taken back before", async () => {
    const { agent, sessionId, conversation, rewind } = await connect(QWEN);
    for (const text of ["One", "Two", "Three"]) await agent.prompt(sessionId, text);
    await rewind("Three");
    await rewind("Two");
    expect(conversation().messages).toEqual([
      "user: One",
      "agent: Reading for One.",
      "agent: One is done.",
    ]);
  });

  it("sends a prompt after a rewind that is being carried out", async () => {
    const { store, agent, sessionId, sessionOf, conversation, rewind } = await connect(QWEN);
    await agent.prompt(sessionId, "One");
    await agent.prompt(sessionId, "Two");
    const rewound = rewind("Two");
    await waitForState(store, () => sessionOf(sessionId)?.replaying === true);
    await Promise.all([rewound, agent.prompt(sessionId, "Three")]);
    expect(conversation().messages.filter((text) => text.startsWith("user"))).toEqual([
      "user: One",
      "user: Three",
    ]);
  });

  it("rejects while a turn is running, and sends nothing", async () => {
    const gate = createGate();
    const { scripted, store, agent, sessionId, rewind } = await connect(QWEN, {
      async onPrompt(turn) {
        if (turn.text === "Two") await gate.pass();
      },
    });
    await agent.prompt(sessionId, "One");
    const prompted = agent.prompt(sessionId, "Two");
    await waitForState(store, (state) => state.sessions.get(sessionId)?.openTurns.length === 1);
    await expect(rewind("Two")).rejects.toMatchObject({
      reason: "turn_running",
      message: `Session "${sessionId}" has a running turn. Wait for its end, or cancel it.`,
    });
    const sent = scripted.frames.map(({ msg }) => JSON.stringify(msg));
    expect(sent.filter((text) => text.includes("rewindSession"))).toEqual([]);
    gate.open();
    await prompted;
  });

  it.each([
    ["another agent", { name: "example", version: "9.0.0" }, {}],
    ["a version that ignores the message", { ...CLAUDE, version: "0.70.9" }, {}],
    ["a version without numbers", { ...QWEN, version: "next" }, {}],
    ["an agent without forks", CLAUDE, { features: ["load"] }],
  ] as const)("rejects with the reason unsupported: %s", async (_name, info, script) => {
    const { scripted, store, agent, sessionId, rewind } = await connect(info, script);
    await agent.prompt(sessionId, "One");
    const count = scripted.frames.length;
    expect(getRewindSupport(store.getState())).toBe("none");
    await expect(rewind("One")).rejects.toMatchObject({ reason: "unsupported" });
    expect(scripted.frames).toHaveLength(count);
  });

  it("rejects a fork after a turn without a message of the agent", async () => {
    const { agent, sessionId, rewind } = await connect(CLAUDE, {
      onPrompt: (turn) => turn.read("/w/a.ts", "export {}"),
    });
    await agent.prompt(sessionId, "One");
    await agent.prompt(sessionId, "Two");
    await expect(rewind("Two")).rejects.toMatchObject({
      reason: "unsupported",
      message:
        "This agent cannot fork a turn in which it sent no message. Create a new session with newSession.",
    });
  });

  it("rejects for what is not a message of the user", async () => {
    const { agent, sessionId, sessionOf } = await connect(QWEN);
    await agent.prompt(sessionId, "One");
    const [answer] = [...(sessionOf(sessionId)?.messages ?? [])].at(-1) ?? [""];
    for (const request of [
      { sessionId, messageId: answer },
      { sessionId, messageId: "none" },
      { sessionId: "none", messageId: "none" },
    ])
      await expect(agent.rewindSession(request)).rejects.toMatchObject({
        reason: "invalid_request",
      });
  });

  it("changes nothing if the agent does not know the message", async () => {
    const { agent, sessionId, conversation, rewind } = await connect(CLAUDE, {
      onPrompt: (turn) =>
        turn.send({
          sessionUpdate: "agent_message_chunk",
          content: { type: "text", text: "Without an id" },
          ...(version === 2 && { messageId: "unknown" }),
        }),
    });
    await agent.prompt(sessionId, "One");
    await agent.prompt(sessionId, "Two");
    const before = conversation();
    await expect(rewind("Two")).rejects.toMatchObject({ code: -32602 });
    expect(conversation()).toEqual(before);
  });
});

describe("getRewindSupport", () => {
  it.each([
    [CLAUDE, "fork"],
    [{ ...CLAUDE, version: "1.0.0" }, "fork"],
    [CODEX, "fork"],
    [QWEN, "rewind"],
  ] as const)("names the way before the agent is asked: $name", async (info, support) => {
    const store = createAcpStore();
    expect(getRewindSupport(store.getState())).toBe("none");
    await connectAgent(store, scriptedAgent({ onPrompt: work, info }).connect);
    expect(getRewindSupport(store.getState())).toBe(support);
  });
});
