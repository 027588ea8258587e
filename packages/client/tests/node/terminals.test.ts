import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeTerminals } from "@acp-store/client/node";
import { type AcpState, createAcpStore, selectTerminal, type Terminal } from "@acp-store/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isRunning } from "../support/isRunning.js";
import { createTemporaryFolder } from "../support/temporaryFolder.js";
import { waitForState } from "../support/storeState.js";

const sessionId = "s1";
const nodePath = process.execPath;

/** Creates terminal handlers with an open session in a temporary folder. */
async function setUp() {
  const cwd = await createTemporaryFolder();
  const store = createAcpStore({ scheduler: "sync" });
  store.openSession({ sessionId, cwd });
  const terminals = nodeTerminals(store);
  /** Runs a script with Node. Resolves with the terminal's id. */
  const run = async (script: string, more: object = {}) =>
    (await terminals.create({ sessionId, command: nodePath, args: ["-e", script], ...more }))
      .terminalId;
  const getOutput = async (terminalId: string) => terminals.output({ sessionId, terminalId });
  const waitForExit = async (terminalId: string) =>
    terminals.waitForExit({ sessionId, terminalId });
  /** Resolves with the process id that a script prints. */
  const waitForPid = (terminalId: string) =>
    vi.waitUntil(
      async () =>
        Number.parseInt(/^(\d+)\n/.exec((await getOutput(terminalId)).output)?.[1] ?? "", 10),
      { timeout: 60_000, interval: 10 },
    );
  return { store, terminals, run, getOutput, waitForExit, waitForPid, cwd };
}

/** Prints the id of its process and runs until it is ended. */
const RUN_FOREVER = "console.log(process.pid); setInterval(() => {}, 1000);";
/** Starts a child process that runs until it is ended, and prints its id. Keeps running itself. */
const RUN_WITH_CHILD = `const { spawn } = require("node:child_process");
  console.log(spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]).pid); setInterval(() => {}, 1000);`;

/** Starts a child process in the background, prints its id and exits. */
const LEAVE_CHILD_RUNNING = `const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  console.log(child.pid); child.unref();`;

it("keeps variables of this process from the commands, and adds others", async () => {
  process.env["ACP_TEST_SECRET"] = "secret";
  onTestFinished(() => void delete process.env["ACP_TEST_SECRET"]);
  const { store } = await setUp();
  const print = "console.log(process.env.ACP_TEST_SECRET, process.env.ACP_TEST_ADDED)";
  const outputOf = async (terminals: ReturnType<typeof nodeTerminals>): Promise<string> => {
    const args = ["-e", print];
    const { terminalId } = await terminals.create({ sessionId, command: nodePath, args });
    await terminals.waitForExit({ sessionId, terminalId });
    return (await terminals.output({ sessionId, terminalId })).output.trim();
  };
  expect(await outputOf(nodeTerminals(store))).toBe("secret undefined");
  const env = { ACP_TEST_SECRET: undefined, ACP_TEST_ADDED: "added" };
  expect(await outputOf(nodeTerminals(store, { env }))).toBe("undefined added");
});

const hasExitStatus = ({ exitStatus }: Terminal) => exitStatus !== undefined;

describe("a terminal in the store", () => {
  /** Sends every request through the store, as if it came from an agent. */
  async function setUpWithAgent() {
    const { store, terminals, ...rest } = await setUp();
    let lastRequestId = 0;
    const sendRequest = async <Result>(
      method: string,
      params: object,
      run: () => Promise<Result>,
    ) => {
      const id = ++lastRequestId;
      store.observe({ dir: "recv", msg: { id, method, params: { sessionId, ...params } } });
      const result = await run();
      store.observe({ dir: "sent", msg: { id, result: result ?? {} } });
      return result;
    };
    const start = (script: string, more: object = {}) => {
      const command = { command: nodePath, args: ["-e", script], ...more };
      const create = () => terminals.create({ sessionId, ...command });
      return sendRequest("terminal/create", command, create).then(({ terminalId }) => terminalId);
    };
    const requestOutput = (terminalId: string) =>
      sendRequest("terminal/output", { terminalId }, () =>
        terminals.output({ sessionId, terminalId }),
      );
    const release = (terminalId: string) =>
      sendRequest("terminal/release", { terminalId }, () =>
        terminals.release({ sessionId, terminalId }),
      );
    /** Resolves with the terminal as soon as it fulfills a condition. */
    const waitForTerminal = async (id: string, condition: (terminal: Terminal) => boolean) => {
      const getTerminal = (state: AcpState) => selectTerminal(state, sessionId, id);
      const state = await waitForState(store, (now) => {
        const terminal = getTerminal(now);
        return terminal && condition(terminal);
      });
      return getTerminal(state);
    };
    return { store, start, requestOutput, release, waitForTerminal, ...rest };
  }

  it("receives the output and the exit status without requests from the agent", async () => {
    const { start, waitForTerminal } = await setUpWithAgent();
    const script = 'process.stdout.write("one\\nä"); setTimeout(() => process.exit(3), 50)';
    const id = await start(script);
    expect(await waitForTerminal(id, ({ output }) => output !== "")).not.toHaveProperty(
      "exitStatus",
    );
    expect(await waitForTerminal(id, hasExitStatus)).toMatchObject({
      output: "one\nä",
      exitStatus: { exitCode: 3 },
    });
  });

  it("contains each output once, even if the agent also requests it", async () => {
    const { start, requestOutput, waitForTerminal, waitForExit } = await setUpWithAgent();
    const script = `process.stdout.write("1."); let count = 1;
      setInterval(() => ++count > 50 ? process.exit(0) : process.stdout.write(count + "."), 2);`;
    const id = await start(script, { outputByteLimit: 10 });
    let hasExited = false;
    void waitForExit(id).then(() => (hasExited = true));
    while (!hasExited)
      await Promise.all([requestOutput(id), new Promise((resolve) => setImmediate(resolve))]);
    const all = Array.from({ length: 50 }, (_, index) => `${index + 1}.`).join("");
    expect(await waitForTerminal(id, hasExitStatus)).toMatchObject({ output: all });
    await requestOutput(id);
    expect(await waitForTerminal(id, hasExitStatus)).toMatchObject({
      output: all,
      truncatedBytes: 0,
    });
  });

  it("keeps a limited amount of output", async () => {
    const { start, waitForTerminal } = await setUpWithAgent();
    const id = await start('process.stdout.write("x".repeat(3_000_000) + "end")');
    expect(await waitForTerminal(id, hasExitStatus)).toMatchObject({
      output: expect.stringMatching(/xend$/),
      outputBytes: 1_048_576,
      truncatedBytes: 3_000_003 - 1_048_576,
    });
  });

  it("keeps its output and exit status after it is released", async () => {
    const { start, release, waitForTerminal } = await setUpWithAgent();
    const id = await start('process.stdout.write("up"); setInterval(() => {}, 1000)');
    await waitForTerminal(id, ({ output }) => output === "up");
    await release(id);
    expect(await waitForTerminal(id, hasExitStatus)).toMatchObject({
      output: "up",
      released: true,
      exitStatus: { signal: "SIGTERM" },
    });
  });

  it("includes output from before the agent received the terminal id", async () => {
    const { store, terminals, waitForExit } = await setUp();
    const { terminalId } = await terminals.create({ sessionId, command: "echo early" });
    await waitForExit(terminalId);
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

describe("nodeTerminals", () => {
  it("returns the output and the exit status of a command", async () => {
    const { run, getOutput, waitForExit, cwd } = await setUp();
    const script =
      'console.log(process.cwd(), process.env.GREETING); console.error("oh"); process.exit(4)';
    const id = await run(script, { env: [{ name: "GREETING", value: "hi" }] });
    expect(await waitForExit(id)).toEqual({ exitCode: 4, signal: null });
    const { output: text, truncated, exitStatus } = await getOutput(id);
    expect(text.split("\n").toSorted()).toEqual(["", `${cwd} hi`, "oh"]);
    expect({ truncated, exitStatus }).toEqual({
      truncated: false,
      exitStatus: { exitCode: 4, signal: null },
    });
  });

  it("runs a command without arguments in the shell", async () => {
    const { terminals, waitForExit, getOutput } = await setUp();
    const { terminalId } = await terminals.create({ sessionId, command: "echo one && echo two" });
    await waitForExit(terminalId);
    expect((await getOutput(terminalId)).output.split(/\r?\n/)).toEqual(["one", "two", ""]);
  });

  it("keeps as many bytes of output as the agent requests", async () => {
    const { run, getOutput, waitForExit } = await setUp();
    const id = await run('process.stdout.write("ä".repeat(1000) + "end")', { outputByteLimit: 6 });
    await waitForExit(id);
    expect(await getOutput(id)).toMatchObject({ output: "äend", truncated: true });
  });

  it("keeps at most 1 MiB of output, even if the agent requests more", async () => {
    const { run, getOutput, waitForExit } = await setUp();
    const id = await run('process.stdout.write("x".repeat(1_500_000) + "end")', {
      outputByteLimit: 1e12,
    });
    await waitForExit(id);
    const { output, truncated } = await getOutput(id);
    expect([output.length, output.slice(-4), truncated]).toEqual([1_048_576, "xend", true]);
  });

  it("kills a command and keeps its output", async () => {
    const { terminals, run, getOutput, waitForExit, waitForPid } = await setUp();
    const id = await run(RUN_FOREVER);
    const pid = await waitForPid(id);
    await terminals.kill({ sessionId, terminalId: id });
    expect(await waitForExit(id)).toEqual({ exitCode: null, signal: "SIGTERM" });
    expect((await getOutput(id)).output).toBe(`${pid}\n`);
  });

  it("ends the child processes of a released command", async () => {
    const { terminals, run, waitForPid } = await setUp();
    const id = await run(RUN_WITH_CHILD);
    const child = await waitForPid(id);
    await terminals.release({ sessionId, terminalId: id });
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  it("ends background processes that an exited command left running", async () => {
    const { terminals, run, waitForExit, waitForPid } = await setUp();
    const id = await run(LEAVE_CHILD_RUNNING);
    const child = await waitForPid(id);
    await waitForExit(id);
    expect(() => process.kill(child, 0)).not.toThrow();
    await terminals.release({ sessionId, terminalId: id });
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  it("shares one exit listener among all running commands", async () => {
    const { terminals, run } = await setUp();
    const before = process.listenerCount("exit");
    const ids = await Promise.all(Array.from({ length: 12 }, () => run(RUN_FOREVER)));
    expect(process.listenerCount("exit")).toBeLessThanOrEqual(before + 1);
    await Promise.all(ids.map((terminalId) => terminals.release({ sessionId, terminalId })));
    await expect.poll(() => process.listenerCount("exit")).toBe(before);
  });

  it("rejects requests for a released terminal", async () => {
    const { terminals, run, getOutput } = await setUp();
    const id = await run("0");
    await terminals.release({ sessionId, terminalId: id });
    await expect(getOutput(id)).rejects.toMatchObject({ code: -32602 });
  });

  it("rejects requests for a terminal of another session", async () => {
    const { terminals, run } = await setUp();
    const terminalId = await run("0");
    await expect(terminals.output({ sessionId: "s2", terminalId })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it.each([
    [
      "its session is closed",
      (store: Awaited<ReturnType<typeof setUp>>["store"]) => store.closeSession("s1"),
    ],
    [
      "the connection is lost",
      (store) => store.disconnect("Gone.", { retry: { attempt: 1, retryIn: 1 } }),
    ],
    ["the connection is closed", (store) => store.disconnect()],
  ])("ends a command when %s", async (_event, triggerEvent) => {
    const { store, run, waitForPid } = await setUp();
    const pid = await waitForPid(await run(RUN_FOREVER));
    triggerEvent(store);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it("ends a command that starts while the connection is lost", async () => {
    const { store, run } = await setUp();
    const countChildren = () =>
      process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;
    const before = countChildren();
    const creating = run(RUN_FOREVER);
    store.disconnect("Gone.", { retry: { attempt: 1, retryIn: 1 } });
    await expect(creating).rejects.toMatchObject({ code: -32002 });
    await expect.poll(countChildren).toBe(before);
  });

  it("refuses to start a command outside of the session's directories", async () => {
    const { run } = await setUp();
    await expect(run("0", { cwd: tmpdir() })).rejects.toMatchObject({ code: -32602 });
  });

  it("reports that the command was not found", async () => {
    const { terminals } = await setUp();
    const request = { sessionId, command: "no-such-command-here", args: ["x"] };
    await expect(terminals.create(request)).rejects.toThrow(
      'The command "no-such-command-here" was not found',
    );
  });

  it("reports that the working directory does not exist", async () => {
    const { run, cwd } = await setUp();
    await expect(run("0", { cwd: join(cwd, "gone") })).rejects.toThrow(
      `The folder "${join(cwd, "gone")}" to run`,
    );
  });
});
