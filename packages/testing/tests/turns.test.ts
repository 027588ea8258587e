import { createGate } from "@acp-store/testing";
import { RequestError } from "@agentclientprotocol/sdk";
import { describe, expect, it, vi } from "vitest";
import { callsOf, connect, textsOf, until, VERSIONS } from "./support/connect.js";

describe.each(VERSIONS)("a turn in protocol version %i", (version) => {
  it("waits at a gate until the test opens it", async () => {
    const gate = createGate();
    const { prompt, session } = await connect(version, {
      async onPrompt(turn) {
        await turn.say("First");
        await turn.hold(gate);
        await turn.say("Second");
      },
    });
    const turn = prompt();
    await gate.reached;
    expect(textsOf(session())).toEqual(["user: Go", "agent: First"]);
    gate.open();
    await turn;
    expect(textsOf(session())).toEqual(["user: Go", "agent: First", "agent: Second"]);
  });

  it("ends with the stop reason that the script returns", async () => {
    const { prompt } = await connect(version, { onPrompt: () => Promise.resolve("refusal") });
    expect(await prompt()).toBe("refusal");
  });

  it.each([
    ["an error", new Error("The model is overloaded"), -32603],
    ["an error of the SDK", new RequestError(-32001, "The model is overloaded"), -32001],
  ])("fails when the script throws %s", async (_name, error, code) => {
    const { prompt, session } = await connect(version, {
      async onPrompt(turn) {
        await turn.call({ title: "Dig", status: "in_progress" });
        throw error;
      },
    });
    await prompt().catch(() => {});
    expect([...session().turns.values()]).toMatchObject([
      { error: { code, message: "The model is overloaded" } },
    ]);
    expect(callsOf(session())).toEqual(["Dig: failed"]);
  });

  it("ends the script and its open tool calls when it is cancelled", async () => {
    const gate = createGate();
    const { connection, prompt, session, sessionId } = await connect(version, {
      async onPrompt(turn) {
        await turn.call({ title: "Dig", status: "in_progress" });
        await turn.call({ title: "Look", status: "completed" });
        await turn.hold(gate);
        await turn.say("never sent");
      },
    });
    const turn = prompt();
    await gate.reached;
    await connection.cancel(sessionId);
    expect(await turn).toBe("cancelled");
    expect(callsOf(session())).toEqual([
      `Dig: ${version === 1 ? "failed" : "cancelled"}`,
      "Look: completed",
    ]);
    expect(textsOf(session())).toEqual(["user: Go"]);
  });

  it("can be late: a script continues after the cancel", async () => {
    const gate = createGate();
    const { connection, prompt, session, sessionId } = await connect(version, {
      async onPrompt(turn) {
        const call = await turn.call({ title: "Dig", status: "in_progress" });
        void gate.pass();
        await turn.cancelled;
        await call.complete({ content: [{ type: "text", text: "too late" }] });
        return "cancelled";
      },
    });
    const turn = prompt();
    await gate.reached;
    await connection.cancel(sessionId);
    expect(await turn).toBe("cancelled");
    expect(JSON.stringify([...session().toolCalls.values()])).toContain("too late");
  });

  it("stops waiting for a permission when it is cancelled", async () => {
    const { connection, store, prompt, session, sessionId } = await connect(version, {
      onPrompt: async (turn) => void (await turn.edit({ path: "/project/a", newText: "" })),
    });
    const turn = prompt();
    await until(store, () => session().pendingPermissions.length === 1);
    await connection.cancel(sessionId);
    expect(await turn).toBe("cancelled");
  });

  it("crashes in the middle, and works after the client has connected again", async () => {
    const { store, prompt, session } = await connect(version, {
      async onPrompt(turn) {
        await turn.call({ title: "Dig", status: "in_progress" });
        if (turn.text === "die") await turn.crash("Out of memory.");
      },
    });
    await expect(prompt("die")).rejects.toThrow("Out of memory.");
    expect([...session().toolCalls.values()]).toMatchObject([{ phase: "unfinished" }]);
    await until(store, () => store.getState().connection?.status === "ready");
    expect(await prompt("live")).toBe("end_turn");
  });

  it("sends garbage that the client survives", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { prompt, session } = await connect(version, {
      async onPrompt(turn) {
        for (const value of [{ half: true }, 42, { jsonrpc: "2.0", method: 7 }])
          await turn.sendRaw(value);
        await turn.say("Still here.");
      },
    });
    expect(await prompt()).toBe("end_turn");
    expect(textsOf(session()).at(-1)).toBe("agent: Still here.");
  });

  it("plays at its speed", async () => {
    const { prompt, session } = await connect(version, {
      speed: 1000,
      async onPrompt(turn) {
        await turn.pause(1000);
        await turn.say(`One two three four, ${turn.speed}`);
      },
    });
    const startedAt = performance.now();
    await prompt();
    expect(performance.now() - startedAt).toBeGreaterThan(0.9);
    expect(textsOf(session()).at(-1)).toBe("agent: One two three four, 1000");
  });

  it("refuses a second prompt while it is running", async () => {
    const gate = createGate();
    const { connection, prompt, sessionId } = await connect(version, {
      onPrompt: (turn) => turn.hold(gate),
    });
    const turn = prompt();
    await gate.reached;
    const second = connection.request("session/prompt", {
      sessionId,
      prompt: [{ type: "text", text: "And now?" }],
    });
    await expect(second).rejects.toMatchObject({ code: -32600 });
    gate.open();
    await turn;
  });
});
