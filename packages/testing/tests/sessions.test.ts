import { createGate, memoryTranscripts } from "@acp-store/testing";
import { describe, expect, it } from "vitest";
import {
  connect,
  connectWithoutSession,
  getSession,
  textsOf,
  until,
  VERSIONS,
} from "./support/connect.js";

const ECHO = {
  onPrompt: (turn: { text: string; say(text: string): Promise<void> }) => turn.say(turn.text),
};

describe.each(VERSIONS)("the sessions of a scripted agent in version %i", (version) => {
  it("replays a session that existed before the test", async () => {
    const { connection, store } = await connectWithoutSession(version, {
      ...ECHO,
      storage: memoryTranscripts({
        sessionId: "old",
        cwd: "/project",
        events: [
          { type: "prompt", messageId: "m1", content: [{ type: "text", text: "Hello" }] },
          { type: "message", messageId: "m2", text: "Hello to you." },
          { type: "title", title: "Greeting", updatedAt: "2026-01-01T00:00:00Z" },
        ],
      }),
    });
    expect(await connection.listSessions()).toMatchObject({
      sessions: [{ sessionId: "old", title: "Greeting" }],
    });
    await connection.loadSession({ sessionId: "old", cwd: "/project" });
    expect(textsOf(getSession(store, "old"))).toEqual(["user: Hello", "agent: Hello to you."]);
  });

  it("replays what the script did, in another connection", async () => {
    const { agent, connection, store, prompt, sessionId } = await connect(version, ECHO);
    await prompt("Hello");
    agent.crash();
    await until(store, () => store.getState().connection?.status === "lost");
    await until(store, () => store.getState().connection?.status === "ready");
    await connection.loadSession({ sessionId, cwd: "/project" });
    expect(textsOf(getSession(store, sessionId))).toEqual(["user: Hello", "agent: Hello"]);
  });

  it("keeps the ids of a fork unique", async () => {
    const { connection, store, prompt, sessionId } = await connect(version, ECHO);
    await prompt("Hello");
    const fork = await connection.forkSession({ sessionId, cwd: "/project" });
    await connection.prompt(fork.sessionId, "Again");
    await connection.loadSession({ sessionId: fork.sessionId, cwd: "/project" });
    expect(textsOf(getSession(store, fork.sessionId))).toEqual([
      "user: Hello",
      "agent: Hello",
      "user: Again",
      "agent: Again",
    ]);
  });

  it("lacks the features that the script leaves out", async () => {
    const { connection, sessionId } = await connect(version, { ...ECHO, features: ["list"] });
    await expect(connection.forkSession({ sessionId, cwd: "/project" })).rejects.toMatchObject({
      reason: "unsupported",
    });
    const raw = connection.request("session/fork", { sessionId, cwd: "/project", mcpServers: [] });
    await expect(raw).rejects.toMatchObject({ code: -32601 });
    expect(await connection.listSessions()).toMatchObject({ sessions: [] });
  });

  it("offers commands and settings, and holds a change until the test lets it happen", async () => {
    const gate = createGate();
    const { agent, connection, store, session, sessionId } = await connect(version, {
      ...ECHO,
      commands: [{ name: "fix", description: "Fixes it", hint: "what" }],
      settings: [
        {
          id: "model",
          name: "Model",
          type: "select",
          value: "swift",
          options: [
            { group: "small", name: "Small", options: [{ value: "swift", name: "Swift" }] },
            { group: "large", name: "Large", options: [{ value: "sage", name: "Sage" }] },
          ],
        },
        { id: "web", name: "Web", type: "boolean", value: false },
      ],
      async onSetting({ id }) {
        await gate.pass();
        if (id === "web") throw new Error("No web here");
      },
    });
    await until(store, () => session().commands.length === 1);
    expect(session().configOptions).toMatchObject([
      { id: "model", currentValue: "swift" },
      { id: "web", currentValue: false },
    ]);
    const change = connection.setConfigOption(sessionId, "model", "sage");
    await gate.reached;
    expect(session().configOptions).toMatchObject([{ currentValue: "sage" }, {}]);
    expect(agent.frames.at(-1)).toMatchObject({ msg: { method: "session/set_config_option" } });
    gate.open();
    await change;
    expect(session().configOptions).toMatchObject([{ currentValue: "sage" }, {}]);
    await expect(connection.setConfigOption(sessionId, "web", true)).rejects.toThrow("No web here");
    await expect(connection.setConfigOption(sessionId, "model", "none")).rejects.toMatchObject({
      code: -32602,
    });
  });

  it("requires the user to sign in", async () => {
    const { connection } = await connectWithoutSession(version, {
      ...ECHO,
      signIn: {
        methods: [
          { id: "key", name: "API key" },
          { id: "browser", name: "Browser" },
        ],
        onSignIn(methodId) {
          if (methodId === "key") throw new Error("No key is set");
        },
      },
    });
    const open = () => connection.newSession({ cwd: "/project" });
    await expect(open()).rejects.toMatchObject({ code: -32000 });
    await expect(connection.authenticate("key")).rejects.toThrow("No key is set");
    await connection.authenticate("browser");
    expect(await open()).toMatchObject({ sessionId: expect.any(String) });
  });

  it("refuses a session when the script throws", async () => {
    const { connection } = await connectWithoutSession(version, {
      ...ECHO,
      onSession() {
        throw new Error("The disk is full");
      },
    });
    await expect(connection.newSession({ cwd: "/project" })).rejects.toThrow("The disk is full");
  });

  it("sends updates before it answers session/new", async () => {
    const { session } = await connect(version, {
      ...ECHO,
      async onSession(access) {
        await access.send({
          sessionUpdate: "agent_message_chunk",
          messageId: "early",
          content: { type: "text", text: "Welcome" },
        });
      },
    });
    expect(textsOf(session())).toEqual(["agent: Welcome"]);
  });
});
