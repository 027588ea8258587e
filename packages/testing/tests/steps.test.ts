import { createAcpStore, selectChangedFiles, selectPlan } from "@acp-store/core";
import { connectAgent } from "@acp-store/client";
import { createGate, scriptedAgent, type SessionAccess } from "@acp-store/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { callsOf, connect, getSession, textsOf, until, VERSIONS } from "./support/connect.js";

describe.each(VERSIONS)("a script in protocol version %i", (version) => {
  it("streams messages and thoughts", async () => {
    const { agent, prompt, session } = await connect(version, {
      async onPrompt(turn) {
        await turn.think("The user greets me.");
        await turn.say(`You said: ${turn.text}`);
      },
    });
    expect(await prompt("Hello there")).toBe("end_turn");
    expect(textsOf(session())).toEqual([
      "user: Hello there",
      "thought: The user greets me.",
      "agent: You said: Hello there",
    ]);
    expect(JSON.stringify(agent.frames)).toContain('"You said:"');
  });

  it("sends a plan, a title and the size of the context", async () => {
    const { store, prompt, session, sessionId } = await connect(version, {
      async onPrompt(turn) {
        await turn.plan(["Look", { content: "Fix", priority: "high", status: "in_progress" }]);
        await turn.title("Greeting");
        await turn.usage(10, 1000);
      },
    });
    await prompt();
    expect(selectPlan(store.getState(), sessionId)?.entries).toMatchObject([
      { content: "Look", status: "pending" },
      { content: "Fix", status: "in_progress" },
    ]);
    expect(session().info.title).toBe("Greeting");
    expect(session().usage).toMatchObject({ used: 10, size: 1000 });
  });

  it("reads a file", async () => {
    const { prompt, session } = await connect(version, {
      onPrompt: (turn) => turn.read("/project/a.txt", "teh end"),
    });
    await prompt();
    const [call] = session().toolCalls.values();
    expect(call).toMatchObject({ kind: "read", status: "completed" });
    expect(JSON.stringify(call?.content)).toContain("teh end");
  });

  it.each([
    ["allow-once", "completed", "Fixed."],
    ["reject-once", "failed", "Left as it is."],
  ])("edits a file if the user allows it: %s", async (optionId, status, text) => {
    const { store, prompt, session, sessionId } = await connect(version, {
      async onPrompt(turn) {
        const isAllowed = await turn.edit({ path: "/project/a", oldText: "a\n", newText: "b\n" });
        await turn.say(isAllowed ? "Fixed." : "Left as it is.");
      },
    });
    const turn = prompt();
    await until(store, () => session().pendingPermissions.length === 1);
    expect(callsOf(session())).toEqual(["Edit /project/a: pending"]);
    store.respondToPermission(session().pendingPermissions[0] ?? "", optionId);
    await turn;
    expect(callsOf(session())).toEqual([`Edit /project/a: ${status}`]);
    expect(textsOf(session()).at(-1)).toBe(`agent: ${text}`);
    expect(selectChangedFiles(store.getState(), sessionId)).toMatchObject(
      status === "completed" ? [{ path: "/project/a", added: 1, removed: 1 }] : [],
    );
  });

  it("runs a command with output and an exit code", async () => {
    const agent = scriptedAgent({
      protocolVersions: [version],
      async onPrompt(turn) {
        await turn.run({ command: "npm test", output: "1 failed\n", exitCode: 1 });
      },
    });
    const store = createAcpStore({ scheduler: "sync", permissionPolicy: () => "allow-once" });
    const connection = await connectAgent(store, agent.connect);
    onTestFinished(() => connection.close());
    const { sessionId } = await connection.newSession({ cwd: "/project" });
    await connection.prompt(sessionId, "Go");
    const session = getSession(store, sessionId);
    expect(callsOf(session)).toEqual(["npm test: failed"]);
    const [call] = session.toolCalls.values();
    expect(call?.rawOutput).toEqual({ exitCode: 1, output: "1 failed\n" });
    const [terminal] = session.terminals.values();
    const output = version === 1 ? JSON.stringify(call?.content) : terminal?.output;
    expect(output).toContain("1 failed");
  });

  it("asks for permission for a tool call that nobody announced", async () => {
    const { store, prompt, session } = await connect(version, {
      async onPrompt(turn) {
        const { isAllowed, optionId } = await turn.askPermission({
          toolCallId: "later",
          call: { title: "rm -rf /", kind: "execute" },
          options: [{ optionId: "never", name: "Never", kind: "reject_always" }],
        });
        await turn.say(`${optionId} ${String(isAllowed)}`);
      },
    });
    const turn = prompt();
    await until(store, () => session().pendingPermissions.length === 1);
    const [permission] = session().permissions.values();
    expect(permission).toMatchObject({ toolCallId: "later", options: [{ optionId: "never" }] });
    store.respondToPermission(permission?.permissionId ?? "", "never");
    await turn;
    expect(textsOf(session()).at(-1)).toBe("agent: never false");
  });

  it("withdraws a permission request", async () => {
    const withdrawal = new AbortController();
    const { store, prompt, session } = await connect(version, {
      async onPrompt(turn) {
        const { signal } = withdrawal;
        await turn.askPermission({ signal }).catch(() => turn.say("Never mind."));
      },
    });
    const turn = prompt();
    await until(store, () => session().pendingPermissions.length === 1);
    withdrawal.abort();
    expect(await turn).toBe("end_turn");
    expect(textsOf(session()).at(-1)).toBe("agent: Never mind.");
    expect([...session().permissions.values()]).toMatchObject([{ status: "cancelled" }]);
    expect(session().activity).toBe("idle");
  });

  it("withdraws a request", async () => {
    const withdrawal = new AbortController();
    const { signal } = withdrawal;
    const withdrawn = vi.fn<() => void>();
    const review = (_params: unknown, context: { signal: AbortSignal }) =>
      new Promise<void>((resolve) => {
        context.signal.addEventListener("abort", () => resolve(withdrawn()));
        withdrawal.abort();
      });
    const { prompt } = await connect(
      version,
      { onPrompt: async (turn) => void (await turn.request("_review", {}, { signal })) },
      { onRequest: { _review: review } },
    );
    expect(await prompt()).toBe("end_turn");
    expect(withdrawn).toHaveBeenCalledTimes(1);
  });

  it("asks with a form", async () => {
    const { store, prompt, session } = await connect(version, {
      async onPrompt(turn) {
        const answers = await turn.askForm({
          message: "Which one?",
          properties: { name: { type: "string", title: "Name" } },
          required: ["name"],
        });
        await turn.say(JSON.stringify(answers));
      },
    });
    const turn = prompt();
    await until(store, () => store.getState().pendingElicitations.length === 1);
    store.respondToElicitation(store.getState().pendingElicitations[0] ?? "", {
      action: "accept",
      content: { name: "a" },
    });
    await turn;
    expect(textsOf(session()).at(-1)).toBe('agent: {"name":"a"}');
  });

  it("runs subagents in separate sessions", async () => {
    const { store, prompt, session } = await connect(version, {
      async onPrompt(turn) {
        const subagent = await turn.subagent("Look around");
        await subagent.say("Nothing here.");
        await subagent.end();
      },
    });
    await prompt();
    const [child] = session().subagents.values();
    expect(child).toMatchObject({ title: "Look around" });
    expect(textsOf(getSession(store, child?.sessionId ?? ""))).toEqual(["agent: Nothing here."]);
    expect(textsOf(session())).toEqual(["user: Go"]);
  });

  it("receives the capabilities that the client announced", async () => {
    const announced: unknown[] = [];
    const { prompt } = await connect(
      version,
      { onPrompt: async (turn) => void announced.push(turn.clientCapabilities) },
      { capabilities: { elicitation: { url: false }, _meta: { name: "editor" } } },
    );
    await prompt();
    expect(announced).toMatchObject([{ elicitation: { form: {} }, _meta: { name: "editor" } }]);
  });

  it("sends requests that survive a cancel with the access of its session", async () => {
    const gate = createGate();
    let access: SessionAccess | undefined;
    const answers: unknown[] = [];
    const { connection, sessionId, prompt } = await connect(
      version,
      {
        onSession: (opened) => void (access = opened),
        async onPrompt() {
          answers.push(await access?.request("_review", {}));
        },
      },
      { onRequest: { _review: () => gate.pass().then(() => ({ isFine: true })) } },
    );
    const turn = prompt();
    await gate.reached;
    await connection.cancel(sessionId);
    gate.open();
    await turn;
    expect(answers).toEqual([{ isFine: true }]);
  });

  it("sends updates and requests in the words of the protocol", async () => {
    const { prompt, session } = await connect(version, {
      async onPrompt(turn) {
        await turn.send({ sessionUpdate: "_weather", temperature: 20 });
        const failure = await turn.request("_unknown", {}).catch((error: unknown) => error);
        await turn.say(`code ${(failure as { code: number }).code}`);
      },
    });
    await prompt();
    expect(session().unknownUpdates).toMatchObject([{ sessionUpdate: "_weather" }]);
    expect(textsOf(session()).at(-1)).toBe("agent: code -32601");
  });
});
