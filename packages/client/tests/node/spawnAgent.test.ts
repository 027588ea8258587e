import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectAgent, isAcpConnectionError } from "@acp-store/client";
import { nodeFileSystem, nodeTerminals, spawnAgent } from "@acp-store/client/node";
import { createAcpStore, selectMessages, selectTurn } from "@acp-store/core";
import { describe, expect, it, vi } from "vitest";
import { fixtureAgent } from "../support/fixture.js";
import { isRunning } from "../support/processes.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { until } from "../support/until.js";

const newStore = () => createAcpStore({ scheduler: "microtask" });
const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
const pidOf = (store: ReturnType<typeof newStore>) => Number(store.getState().agent.info?.version);

describe("an agent that is a command", () => {
  it("is connected to, prompted, and gone when the connection is closed", async () => {
    const store = newStore();
    const agent = await connectAgent(store, fixtureAgent());
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    expect(await agent.prompt(sessionId, "Hello")).toEqual({ stopReason: "end_turn" });
    const pid = pidOf(store);
    expect(isRunning(pid)).toBe(true);
    agent.close("Done.");
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(store.getState().connection).toEqual({ status: "closed", reason: "Done." });
  });

  it("is ended by force where it does not end by itself", async () => {
    const store = newStore();
    const onStderr = vi.fn<(text: string) => void>();
    const agent = await connectAgent(store, fixtureAgent("stubborn", { onStderr }));
    agent.close();
    await expect.poll(() => isRunning(pidOf(store))).toBe(false);
    expect(onStderr.mock.calls.join("")).toBe("no\n");
  });

  it("is ended also where it hangs and reads nothing any more", async () => {
    const store = newStore();
    const agent = await connectAgent(store, fixtureAgent());
    await agent.newSession({ cwd: "/w" });
    const prompt = failure(agent.prompt("s1", "stuck"));
    await until(store, (state) => selectMessages(state, "s1").length === 2);
    const more = failure(agent.setConfigOption("s1", "more than a pipe holds", "x".repeat(1e6)));
    await new Promise((resolve) => setImmediate(resolve));
    agent.close("Enough.");
    const unanswered = [prompt, more];
    expect(await Promise.all(unanswered)).toMatchObject([
      { reason: "closed" },
      { reason: "closed" },
    ]);
    await expect.poll(() => isRunning(pidOf(store))).toBe(false);
  });

  it("says why it could not start", async () => {
    const error = await failure(connectAgent(newStore(), spawnAgent("no-such-agent-here")));
    expect(isAcpConnectionError(error) && error.message).toContain(
      "spawn no-such-agent-here ENOENT",
    );
  });

  it("says that the folder it is to start in is not there", async () => {
    const source = spawnAgent(process.execPath, [], { cwd: "/no-such-folder-here" });
    const error = await failure(connectAgent(newStore(), source));
    expect(isAcpConnectionError(error) && error.message).toContain(
      'There is no folder "/no-such-folder-here"',
    );
  });

  it("says with its last words why it fell over", async () => {
    const store = newStore();
    const error = await failure(connectAgent(store, fixtureAgent("fail")));
    expect(error).toMatchObject({ reason: "closed" });
    expect(store.getState().connection).toEqual({
      status: "closed",
      reason: "The agent exited with code 3: warming up\nno API key",
    });
  });

  it("has the environment and the folder that it is given", async () => {
    const store = newStore();
    const script =
      'process.stderr.write(process.cwd() + process.env.GREETING + (process.env.PATH ? " and path" : ""))';
    const source = spawnAgent(process.execPath, ["-e", script], {
      cwd: "/",
      env: { GREETING: "hi" },
    });
    await failure(connectAgent(store, source));
    expect(store.getState().connection?.reason).toBe("The agent exited with code 0: /hi and path");
  });
});

describe("the handlers of this machine", () => {
  it("serve an agent's files and commands", async () => {
    const store = newStore();
    const cwd = await temporaryFolder();
    const file = join(cwd, "notes.txt");
    await writeFile(file, "one\n");
    const options = { fs: nodeFileSystem(store), terminal: nodeTerminals(store) };
    const agent = await connectAgent(store, fixtureAgent(), options);
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
    agent.close();
  });
});

describe("an agent that goes wrong", () => {
  it("dies in the middle of a turn: the turn fails, nothing runs on, nobody waits, it comes back", async () => {
    const store = newStore();
    const agent = await connectAgent(store, fixtureAgent(), { reconnect: { minDelay: 1 } });
    const before = pidOf(store);
    await agent.newSession({ cwd: "/w" });
    const prompt = failure(agent.prompt("s1", "die"));
    await until(store, ({ connection }) => connection?.status === "lost");
    expect(await prompt).toMatchObject({ reason: "lost" });
    const reason = "The agent exited with code 7: out of memory";
    const state = await until(store, ({ connection }) => connection?.status === "ready");
    const session = state.sessions.get("s1");
    expect(selectTurn(state, "s1")).toMatchObject({ status: "failed", error: { message: reason } });
    expect(session?.toolCalls.get("c1")).toMatchObject({ status: "in_progress", stale: true });
    expect([...(session?.permissions.values() ?? [])]).toMatchObject([
      { status: "cancelled", reason: "disconnected" },
    ]);
    expect(session?.activity).toBe("idle");
    expect(pidOf(store)).not.toBe(before);
    expect(await agent.prompt("s1", "Still there?")).toEqual({ stopReason: "end_turn" });
    agent.close();
  });

  it("floods: everything arrives, and timers fire all the while", async () => {
    const store = newStore();
    const agent = await connectAgent(store, fixtureAgent());
    await agent.newSession({ cwd: "/w" });
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    await agent.prompt("s1", "flood");
    clearInterval(timer);
    const [, answer] = selectMessages(store.getState(), "s1");
    expect(answer?.content).toEqual([{ type: "text", text: "x".repeat(100_000) }]);
    expect(ticks).toBeGreaterThan(5);
    agent.close();
  });

  it("sends a line of 5 MB", async () => {
    const store = newStore();
    const agent = await connectAgent(store, fixtureAgent());
    await agent.newSession({ cwd: "/w" });
    await agent.prompt("s1", "large");
    const [, answer] = selectMessages(store.getState(), "s1");
    expect(answer?.content[0]).toMatchObject({ text: "y".repeat(5_000_000) });
    agent.close();
  });

  it("writes what is no message: the connection lives on", async () => {
    const store = newStore();
    const agent = await connectAgent(store, fixtureAgent());
    await agent.newSession({ cwd: "/w" });
    await agent.prompt("s1", "garbage");
    expect(await agent.prompt("s1", "Still there?")).toEqual({ stopReason: "end_turn" });
    agent.close();
  });

  it("speaks another version", async () => {
    const error = await failure(connectAgent(newStore(), fixtureAgent("other")));
    expect(error).toMatchObject({ reason: "unsupported_version" });
  });

  it("never answers: its process is ended", async () => {
    const store = newStore();
    let pid = "";
    const source = fixtureAgent("deaf", { onStderr: (text) => void (pid += text) });
    const error = await failure(connectAgent(store, source, { initializeTimeout: 1500 }));
    expect(error).toMatchObject({ reason: "timeout" });
    expect(store.getState().connection?.status).toBe("closed");
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
  });
});
