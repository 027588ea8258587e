import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectAgent, isAcpConnectionError } from "@acp-store/client";
import {
  agentProcessStream,
  nodeFileSystem,
  nodeTerminals,
  spawnAgent,
  spawnAgentProcess,
} from "@acp-store/client/node";
import { createAcpStore, selectMessages, selectTurn } from "@acp-store/core";
import { describe, expect, it, vi } from "vitest";
import { fixtureAgentPath, spawnFixtureAgent } from "../support/fixtureAgent.js";
import { isRunning } from "../support/isRunning.js";
import { createTemporaryFolder } from "../support/temporaryFolder.js";
import { waitForState } from "../support/storeState.js";

const newStore = () => createAcpStore({ scheduler: "microtask" });
/** Resolves with the error with which a promise rejects. */
const rejection = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
const getAgentPid = (store: ReturnType<typeof newStore>) =>
  Number(store.getState().agent.info?.version);

describe("spawnAgent", () => {
  it("runs a turn and ends the process when the connection is closed", async () => {
    const store = newStore();
    const agent = await connectAgent(store, spawnFixtureAgent());
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    expect(await agent.prompt(sessionId, "Hello")).toEqual({ stopReason: "end_turn" });
    const pid = getAgentPid(store);
    expect(isRunning(pid)).toBe(true);
    void agent.close("Done.");
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(store.getState().connection).toMatchObject({ status: "closed", reason: "Done." });
  });

  it("kills an agent that ignores SIGTERM", async () => {
    const store = newStore();
    const onStderr = vi.fn<(text: string) => void>();
    const agent = await connectAgent(store, spawnFixtureAgent("stubborn", { onStderr }));
    void agent.close();
    await expect.poll(() => isRunning(getAgentPid(store))).toBe(false);
    expect(onStderr.mock.calls.join("")).toBe("no\n");
  });

  it("ends an agent that hangs and no longer reads", async () => {
    const store = newStore();
    const agent = await connectAgent(store, spawnFixtureAgent());
    await agent.newSession({ cwd: "/w" });
    const prompt = rejection(agent.prompt("s1", "stuck"));
    await waitForState(store, (state) => selectMessages(state, "s1").length === 2);
    const more = rejection(agent.setConfigOption("s1", "larger than a pipe", "x".repeat(1e6)));
    await new Promise((resolve) => setImmediate(resolve));
    void agent.close("Enough.");
    const unanswered = [prompt, more];
    expect(await Promise.all(unanswered)).toMatchObject([
      { reason: "closed" },
      { reason: "closed" },
    ]);
    await expect.poll(() => isRunning(getAgentPid(store))).toBe(false);
  });

  it("reports that the command was not found", async () => {
    const error = await rejection(connectAgent(newStore(), spawnAgent("no-such-agent-here")));
    expect(isAcpConnectionError(error) && error.message).toContain(
      'The command "no-such-agent-here" was not found.',
    );
  });

  it("reports that the working directory does not exist", async () => {
    const source = spawnAgent(process.execPath, [], { cwd: "/no-such-folder-here" });
    const error = await rejection(connectAgent(newStore(), source));
    expect(isAcpConnectionError(error) && error.message).toContain(
      'The folder "/no-such-folder-here" to run',
    );
  });

  it("reports the exit code and the last lines of stderr", async () => {
    const store = newStore();
    const error = await rejection(connectAgent(store, spawnFixtureAgent("fail")));
    expect(error).toMatchObject({ reason: "closed" });
    expect(store.getState().connection).toMatchObject({
      status: "closed",
      reason: "The agent exited with code 3:\nwarming up\nno API key.",
    });
  });

  it("passes on the environment and the working directory", async () => {
    const store = newStore();
    const script =
      'process.stderr.write(process.cwd() + process.env.GREETING + (process.env.PATH ? " and path" : ""))';
    const source = spawnAgent(process.execPath, ["-e", script], {
      cwd: "/",
      env: { GREETING: "hi" },
    });
    await rejection(connectAgent(store, source));
    expect(store.getState().connection?.reason).toBe("The agent exited with code 0: /hi and path.");
  });
});

describe("agentProcessStream", () => {
  it("connects to a process that was started before, and ends it", async () => {
    const agentProcess = await spawnAgentProcess(process.execPath, [fixtureAgentPath]);
    const store = newStore();
    const agent = await connectAgent(store, agentProcessStream(agentProcess));
    await agent.newSession({ cwd: "/w" });
    expect(await agent.prompt("s1", "Hello")).toEqual({ stopReason: "end_turn" });
    void agent.close("Done.");
    await agentProcess.exited;
    expect(store.getState().connection).toMatchObject({ status: "closed", reason: "Done." });
  });

  it("receives messages that the agent wrote before the stream was read", async () => {
    const message = { jsonrpc: "2.0", method: "_early" };
    const script = `console.log('${JSON.stringify(message)}')`;
    const agentProcess = await spawnAgentProcess(process.execPath, ["-e", script]);
    await once(agentProcess.stdout, "readable");
    const reader = agentProcessStream(agentProcess).readable.getReader();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await reader.read()).toEqual({ done: false, value: message });
    expect(await rejection(reader.read())).toMatchObject({ exitCode: 0 });
  });
});

describe("connectAgent with the Node handlers", () => {
  it("serves an agent's requests for files and commands", async () => {
    const store = newStore();
    const cwd = await createTemporaryFolder();
    const file = join(cwd, "notes.txt");
    await writeFile(file, "one\n");
    const options = { fs: nodeFileSystem(store), terminal: nodeTerminals(store) };
    const agent = await connectAgent(store, spawnFixtureAgent(), options);
    await agent.newSession({ cwd });
    await agent.prompt("s1", `files ${file}`);
    expect(await readFile(file, "utf8")).toBe("one\nand more\n");
    await agent.prompt("s1", "command echo one && echo two");
    const [terminal] = store.getState().sessions.get("s1")?.terminals.values() ?? [];
    expect(terminal).toMatchObject({
      command: "echo one && echo two",
      output: expect.stringMatching(/^one\r?\ntwo\r?\n$/) as string,
      exitStatus: { exitCode: 0 },
      released: true,
    });
    void agent.close();
  });
});

describe("connectAgent with a misbehaving agent process", () => {
  it("fails the turn, settles its permission and reconnects when the agent crashes", async () => {
    const store = newStore();
    const agent = await connectAgent(store, spawnFixtureAgent(), { reconnect: { minDelay: 1 } });
    const before = getAgentPid(store);
    await agent.newSession({ cwd: "/w" });
    const prompt = rejection(agent.prompt("s1", "die"));
    await waitForState(store, ({ connection }) => connection?.status === "lost");
    expect(await prompt).toMatchObject({ reason: "lost" });
    const reason = "The agent exited with code 7: out of memory.";
    const state = await waitForState(store, ({ connection }) => connection?.status === "ready");
    const session = state.sessions.get("s1");
    expect(selectTurn(state, "s1")).toMatchObject({ status: "failed", error: { message: reason } });
    expect(session?.toolCalls.get("c1")).toMatchObject({
      status: "in_progress",
      phase: "unfinished",
    });
    expect([...(session?.permissions.values() ?? [])]).toMatchObject([
      { status: "cancelled", reason: "disconnected" },
    ]);
    expect(session?.activity).toBe("idle");
    expect(getAgentPid(store)).not.toBe(before);
    expect(await agent.prompt("s1", "Still there?")).toEqual({ stopReason: "end_turn" });
    void agent.close();
  });

  it("receives every message of a flood while timers keep firing", async () => {
    const store = newStore();
    const agent = await connectAgent(store, spawnFixtureAgent());
    await agent.newSession({ cwd: "/w" });
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    await agent.prompt("s1", "flood");
    clearInterval(timer);
    const [, answer] = selectMessages(store.getState(), "s1");
    expect(answer?.content).toEqual([{ type: "text", text: "x".repeat(100_000) }]);
    expect(ticks).toBeGreaterThan(5);
    void agent.close();
  });

  it("receives a message of 5 MB", async () => {
    const store = newStore();
    const agent = await connectAgent(store, spawnFixtureAgent());
    await agent.newSession({ cwd: "/w" });
    await agent.prompt("s1", "large");
    const [, answer] = selectMessages(store.getState(), "s1");
    expect(answer?.content[0]).toMatchObject({ text: "y".repeat(5_000_000) });
    void agent.close();
  });

  it("keeps the connection and reports invalid messages of the agent", async () => {
    const store = newStore();
    const diagnostics: unknown[] = [];
    store.inspect((record) => {
      if (record.type === "diagnostic") diagnostics.push(record.diagnostic);
    });
    const onInvalidLine = vi.fn<(line: string) => void>();
    const agent = await connectAgent(store, spawnFixtureAgent("serve", { onInvalidLine }));
    await agent.newSession({ cwd: "/w" });
    await agent.prompt("s1", "garbage");
    expect(await agent.prompt("s1", "Still there?")).toEqual({ stopReason: "end_turn" });
    expect(onInvalidLine.mock.calls).toEqual([["this is not JSON"], ["[1, 2]"]]);
    expect(diagnostics).toMatchObject([
      { code: "invalid_envelope", path: ["msg"], value: { msg: "this is not JSON" } },
      { code: "invalid_envelope", path: ["msg"], value: { msg: "[1, 2]" } },
    ]);
    void agent.close();
  });

  it("ends the connection when a message exceeds the limit", async () => {
    const store = newStore();
    const source = spawnFixtureAgent("serve", { maxMessageBytes: 1_000_000 });
    const agent = await connectAgent(store, source, { reconnect: false });
    await agent.newSession({ cwd: "/w" });
    const pid = getAgentPid(store);
    const error = await rejection(agent.prompt("s1", "large"));
    expect(isAcpConnectionError(error) && error.message).toContain("more than 1000000 bytes");
    expect(store.getState().connection?.status).toBe("closed");
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it("describes the running process with its command and its last lines on stderr", async () => {
    const onStderr = vi.fn<(text: string) => void>();
    const { getProcessDetails, readable } = await spawnFixtureAgent("deaf", { onStderr })();
    await expect.poll(() => onStderr.mock.calls.length).toBe(1);
    expect(getProcessDetails()).toEqual({
      command: process.execPath,
      stderr: [expect.stringMatching(/^\d+$/)],
    });
    await readable.cancel();
  });

  it("fails the stream with the details of the exit", async () => {
    const { readable } = await spawnFixtureAgent("fail")();
    expect(await rejection(readable.getReader().read())).toMatchObject({
      command: process.execPath,
      exitCode: 3,
      signal: null,
      stderr: ["warming up", "no API key"],
    });
  });

  it("rejects when the agent supports another protocol version", async () => {
    const error = await rejection(connectAgent(newStore(), spawnFixtureAgent("other")));
    expect(error).toMatchObject({ reason: "unsupported_version" });
  });

  it("ends a process that does not answer in time", async () => {
    const store = newStore();
    let pid = "";
    const source = spawnFixtureAgent("deaf", { onStderr: (text) => void (pid += text) });
    const error = await rejection(connectAgent(store, source, { requestTimeout: 1500 }));
    expect(error).toMatchObject({ reason: "timeout" });
    expect(store.getState().connection?.status).toBe("closed");
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
  });
});
