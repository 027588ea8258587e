import { AcpConnectionError, type AcpConnectionErrorReason, connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { scriptedAgent } from "@acp-store/testing";
import { describe, expect, it } from "vitest";
import { crashableStream } from "./support/streams.js";
import { waitForState } from "./support/storeState.js";

const PROCESS = {
  command: "my-agent",
  exitCode: 3,
  signal: null,
  stderr: ["no API key"],
};

/** Connects to an agent that can be made to crash. */
async function connectToFragileAgent(options = {}) {
  const store = createAcpStore({ scheduler: "sync" });
  const { serve } = scriptedAgent({ onPrompt: async () => {} });
  let crash = (_error: Error): void => {};
  const source = () => {
    const created = crashableStream(serve);
    ({ crash } = created);
    return created.stream;
  };
  const agent = await connectAgent(store, source, options);
  return { store, agent, crash: (error: Error) => crash(error) };
}

describe("AcpConnectionError", () => {
  const isProgrammingMistake: Readonly<Record<AcpConnectionErrorReason, boolean>> = {
    timeout: false,
    refused: false,
    unsupported_version: false,
    unsupported: false,
    invalid_request: true,
    invalid_response: false,
    lost: false,
    closed: false,
    session_closed: false,
    turn_running: false,
    detached: false,
    in_use: true,
    reserved_method: true,
  };

  it("names the package in its message only if the programmer made the mistake", () => {
    for (const [reason, isMistake] of Object.entries(isProgrammingMistake)) {
      const { message } = new AcpConnectionError(reason as AcpConnectionErrorReason, "It failed.");
      expect([reason, message]).toEqual([
        reason,
        isMistake ? "[acp-store] It failed." : "It failed.",
      ]);
    }
  });

  it("has only the details that are known", () => {
    const error = new AcpConnectionError("closed", "The agent exited.", { exitCode: 1 });
    expect(error.message).toBe("The agent exited.");
    expect(error).toMatchObject({ reason: "closed", exitCode: 1 });
    expect(error).not.toHaveProperty("command");
  });

  it("carries what is known about a process that ended", async () => {
    const { agent, crash } = await connectToFragileAgent({ reconnect: false });
    crash(Object.assign(new Error("The agent exited with code 3: no API key"), PROCESS));
    expect(await agent.closed).toBe("The agent exited with code 3: no API key");
    await expect(agent.newSession({ cwd: "/w" })).rejects.toMatchObject({
      reason: "closed",
      message: "The agent exited with code 3: no API key",
      ...PROCESS,
    });
  });

  it("carries it while the connection is lost, in a message of whole sentences", async () => {
    const { agent, store, crash } = await connectToFragileAgent();
    crash(Object.assign(new Error("The agent exited with code 3: no API key"), PROCESS));
    await waitForState(store, ({ connection }) => connection?.status === "lost");
    await expect(agent.newSession({ cwd: "/w" })).rejects.toMatchObject({
      reason: "lost",
      message:
        "The connection was lost: The agent exited with code 3: no API key. Please try again when it is restored.",
      ...PROCESS,
    });
    await agent.close();
  });

  it("carries the code of the operating system when the agent cannot be started", async () => {
    const cause = Object.assign(new Error("spawn nothing ENOENT"), { code: "ENOENT" });
    const store = createAcpStore({ scheduler: "sync" });
    const source = () =>
      Promise.reject(new Error('The command "nothing" was not found.', { cause }));
    await expect(connectAgent(store, source)).rejects.toMatchObject({
      reason: "closed",
      code: "ENOENT",
      message: 'The agent could not be reached: The command "nothing" was not found.',
    });
    expect(store.getState().connection?.reason).toBe(
      'The agent could not be reached: The command "nothing" was not found.',
    );
  });
});
