import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeTerminals } from "@acp-store/client/node";
import { type AcpState, createAcpStore, selectTerminal, type Terminal } from "@acp-store/core";
import { describe, expect, it, vi } from "vitest";
import { isRunning } from "../support/processes.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { until } from "../support/until.js";

const sessionId = "s1";
const node = process.execPath;

async function scene() {
  const cwd = await temporaryFolder();
  const store = createAcpStore({ scheduler: "sync" });
  store.openSession({ sessionId, cwd });
  const terminals = nodeTerminals(store);
  /** Runs a script of Node; resolves with the terminal's id. */
  const run = async (script: string, more: object = {}) =>
    (await terminals.create({ sessionId, command: node, args: ["-e", script], ...more }))
      .terminalId;
  const output = async (terminalId: string) => terminals.output({ sessionId, terminalId });
  const exit = async (terminalId: string) => terminals.waitForExit({ sessionId, terminalId });
  /** Resolves with the number that a script prints. */
  const printed = (terminalId: string) =>
    vi.waitUntil(
      async () =>
        Number.parseInt(/^(\d+)\n/.exec((await output(terminalId)).output)?.[1] ?? "", 10),
      { timeout: 20_000, interval: 10 },
    );
  return { store, terminals, run, output, exit, printed, cwd };
}

const FOREVER = "console.log(process.pid); setInterval(() => {}, 1000);";
/** Prints the id of a process that it started, which ends for nothing but a signal. */
const PARENT = `const { spawn } = require("node:child_process");
  console.log(spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]).pid); setInterval(() => {}, 1000);`;

/** The same, and ends. */
const LEAVER = `const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  console.log(child.pid); child.unref();`;

const hasEnded = ({ exitStatus }: Terminal) => exitStatus !== undefined;

describe("what a terminal shows while its command runs", () => {
  /** A command of an agent: the answer to its request is on the wire when the id is there. */
  async function wired() {
    const { store, terminals, ...rest } = await scene();
    let requests = 0;
    const exchange = async <Result>(method: string, params: object, run: () => Promise<Result>) => {
      const id = ++requests;
      store.observe({ dir: "recv", msg: { id, method, params: { sessionId, ...params } } });
      const result = await run();
      store.observe({ dir: "sent", msg: { id, result: result ?? {} } });
      return result;
    };
    const start = (script: string, more: object = {}) => {
      const command = { command: node, args: ["-e", script], ...more };
      const create = () => terminals.create({ sessionId, ...command });
      return exchange("terminal/create", command, create).then(({ terminalId }) => terminalId);
    };
    const ask = (terminalId: string) =>
      exchange("terminal/output", { terminalId }, () =>
        terminals.output({ sessionId, terminalId }),
      );
    const release = (terminalId: string) =>
      exchange("terminal/release", { terminalId }, () =>
        terminals.release({ sessionId, terminalId }),
      );
    /** The terminal as soon as it is as wanted. */
    const shown = async (id: string, isSo: (terminal: Terminal) => boolean) => {
      const terminalIn = (state: AcpState) => selectTerminal(state, sessionId, id);
      const state = await until(store, (now) => {
        const terminal = terminalIn(now);
        return terminal && isSo(terminal);
      });
      return terminalIn(state);
    };
    return { store, start, ask, release, shown, ...rest };
  }

  it("is its output and its exit, though nobody asks", async () => {
    const { start, shown } = await wired();
    const script = 'process.stdout.write("one\\nä"); setTimeout(() => process.exit(3), 50)';
    const id = await start(script);
    expect(await shown(id, ({ output }) => output !== "")).not.toHaveProperty("exitStatus");
    expect(await shown(id, hasEnded)).toMatchObject({
      output: "one\nä",
      exitStatus: { exitCode: 3 },
    });
  });

  it("is not doubled by what the agent asks for, and goes on after it", async () => {
    const { start, ask, shown, exit } = await wired();
    const script = `process.stdout.write("1."); let count = 1;
      setInterval(() => ++count > 50 ? process.exit(0) : process.stdout.write(count + "."), 2);`;
    const id = await start(script, { outputByteLimit: 10 });
    let isOver = false;
    void exit(id).then(() => (isOver = true));
    while (!isOver) await Promise.all([ask(id), new Promise((resolve) => setImmediate(resolve))]);
    const all = Array.from({ length: 50 }, (_, index) => `${index + 1}.`).join("");
    expect(await shown(id, hasEnded)).toMatchObject({ output: all });
    await ask(id);
    expect(await shown(id, hasEnded)).toMatchObject({ output: all, truncatedBytes: 0 });
  });

  it("stays bounded", async () => {
    const { start, shown } = await wired();
    const id = await start('process.stdout.write("x".repeat(3_000_000) + "end")');
    expect(await shown(id, hasEnded)).toMatchObject({
      output: expect.stringMatching(/xend$/),
      outputBytes: 1_048_576,
      truncatedBytes: 3_000_003 - 1_048_576,
    });
  });

  it("stays when it is released, with how it ended", async () => {
    const { start, release, shown } = await wired();
    const id = await start('process.stdout.write("up"); setInterval(() => {}, 1000)');
    await shown(id, ({ output }) => output === "up");
    await release(id);
    expect(await shown(id, hasEnded)).toMatchObject({
      output: "up",
      released: true,
      exitStatus: { signal: "SIGTERM" },
    });
  });

  it("begins with what came before the agent was told of it", async () => {
    const { store, terminals, exit } = await scene();
    const { terminalId } = await terminals.create({ sessionId, command: "echo early" });
    await exit(terminalId);
    expect(selectTerminal(store.getState(), sessionId, terminalId)).toBeUndefined();
    const params = { sessionId, command: "echo early" };
    store.observe({ dir: "recv", msg: { id: 0, method: "terminal/create", params } });
    store.observe({ dir: "sent", msg: { id: 0, result: { terminalId } } });
    expect(selectTerminal(store.getState(), sessionId, terminalId)).toMatchObject({
      output: expect.stringMatching(/^early\r?\n$/),
      exitStatus: { exitCode: 0 },
    });
  });
});

describe("a terminal", () => {
  it("has the output and the exit of its command", async () => {
    const { run, output, exit, cwd } = await scene();
    const script =
      'console.log(process.cwd(), process.env.GREETING); console.error("oh"); process.exit(4)';
    const id = await run(script, { env: [{ name: "GREETING", value: "hi" }] });
    expect(await exit(id)).toEqual({ exitCode: 4, signal: null });
    const { output: text, truncated, exitStatus } = await output(id);
    expect(text.split("\n").toSorted()).toEqual(["", `${cwd} hi`, "oh"]);
    expect({ truncated, exitStatus }).toEqual({
      truncated: false,
      exitStatus: { exitCode: 4, signal: null },
    });
  });

  it("runs a line of the shell where there are no arguments", async () => {
    const { terminals, exit, output } = await scene();
    const { terminalId } = await terminals.create({ sessionId, command: "echo one && echo two" });
    await exit(terminalId);
    expect((await output(terminalId)).output.split(/\r?\n/)).toEqual(["one", "two", ""]);
  });

  it("keeps as much output as the agent wants", async () => {
    const { run, output, exit } = await scene();
    const id = await run('process.stdout.write("ä".repeat(1000) + "end")', { outputByteLimit: 6 });
    await exit(id);
    expect(await output(id)).toMatchObject({ output: "äend", truncated: true });
  });

  it("can be killed, and still be read", async () => {
    const { terminals, run, output, exit, printed } = await scene();
    const id = await run(FOREVER);
    const pid = await printed(id);
    await terminals.kill({ sessionId, terminalId: id });
    expect(await exit(id)).toEqual({ exitCode: null, signal: "SIGTERM" });
    expect((await output(id)).output).toBe(`${pid}\n`);
  });

  it("takes with it what its command started", async () => {
    const { terminals, run, printed } = await scene();
    const id = await run(PARENT);
    const child = await printed(id);
    await terminals.release({ sessionId, terminalId: id });
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  it("takes with it what its command has left in the background", async () => {
    const { terminals, run, exit, printed } = await scene();
    const id = await run(LEAVER);
    const child = await printed(id);
    await exit(id);
    expect(() => process.kill(child, 0)).not.toThrow();
    await terminals.release({ sessionId, terminalId: id });
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  it("is one of many that may run at once", async () => {
    const { terminals, run } = await scene();
    const before = process.listenerCount("exit");
    const ids = await Promise.all(Array.from({ length: 12 }, () => run(FOREVER)));
    expect(process.listenerCount("exit")).toBeLessThanOrEqual(before + 1);
    await Promise.all(ids.map((terminalId) => terminals.release({ sessionId, terminalId })));
    await expect.poll(() => process.listenerCount("exit")).toBe(before);
  });

  it("is not there any more once it is released", async () => {
    const { terminals, run, output } = await scene();
    const id = await run("0");
    await terminals.release({ sessionId, terminalId: id });
    await expect(output(id)).rejects.toMatchObject({ code: -32602 });
  });

  it("belongs to its session", async () => {
    const { terminals, run } = await scene();
    const terminalId = await run("0");
    await expect(terminals.output({ sessionId: "s2", terminalId })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it.each([
    [
      "its session is closed",
      (store: Awaited<ReturnType<typeof scene>>["store"]) => store.closeSession("s1"),
    ],
    ["the connection is lost", (store) => store.disconnect("Gone.", { retry: { attempt: 1, retryIn: 1 } })],
    ["the connection is closed", (store) => store.disconnect()],
  ])("ends when %s", async (_when, act) => {
    const { store, run, printed } = await scene();
    const pid = await printed(await run(FOREVER));
    act(store);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it("does not begin where the connection is lost while it starts", async () => {
    const { store, run } = await scene();
    const children = () =>
      process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;
    const before = children();
    const creating = run(FOREVER);
    store.disconnect("Gone.", { retry: { attempt: 1, retryIn: 1 } });
    await expect(creating).rejects.toMatchObject({ code: -32002 });
    await expect.poll(children).toBe(before);
  });

  it("starts nowhere else than in the session's directories", async () => {
    const { run } = await scene();
    await expect(run("0", { cwd: tmpdir() })).rejects.toMatchObject({ code: -32602 });
  });

  it("says that a command is not there", async () => {
    const { terminals } = await scene();
    const request = { sessionId, command: "no-such-command-here", args: ["x"] };
    await expect(terminals.create(request)).rejects.toThrow(
      'There is no command "no-such-command-here"',
    );
  });

  it("says that its folder is not there", async () => {
    const { run, cwd } = await scene();
    await expect(run("0", { cwd: join(cwd, "gone") })).rejects.toThrow(
      `There is no folder "${join(cwd, "gone")}"`,
    );
  });
});
