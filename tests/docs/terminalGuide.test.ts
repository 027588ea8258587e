import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithOxc } from "vite";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startOnScreen } from "../../examples/terminal/tests/support/screen.js";
import { readFiles } from "./snippets.js";

/** Inside of the `docs` package, which depends on the packages that the program imports. */
const folder = join(import.meta.dirname, "../../docs/.cache/terminal");

/** An agent that runs a command if it may, and works on everything else until it is cancelled. */
const AGENT = `
import { createGate, scriptedAgent } from "@acp-store/testing";
import { serveStdio } from "@acp-store/testing/node";

await serveStdio(scriptedAgent({
  async onPrompt(turn) {
    if (turn.text === "crash") await turn.crash("Out of memory");
    await turn.say("I will run \\u001b[2J\\u202ethe tests.");
    if (turn.text.startsWith("test")) {
      const isAllowed = await turn.run({ command: "npm test", output: "5 passed\\n", exitCode: 0 });
      await turn.say(isAllowed ? "They pass." : "You did not allow it.");
      return;
    }
    await turn.call({ title: "Dig", kind: "execute", status: "in_progress" });
    await turn.hold(createGate());
  },
}));
`;

interface Program {
  type(line: string): void;
  endInput(): void;
  kill(signal: "SIGINT" | "SIGTERM"): void;
  output(): string;
  /** Resolves when the program has printed a text. */
  printed(text: string): Promise<void>;
  readonly exitCode: Promise<number | null>;
}

function startClient(...args: string[]): Program {
  const child = spawn(process.execPath, [join(folder, "client.js"), ...args], { cwd: folder });
  const exited = once(child, "exit") as Promise<[number | null]>;
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  let output = "";
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding("utf8").on("data", (text: string) => (output += text));
  return {
    type: (line) => child.stdin.write(`${line}\n`),
    endInput: () => child.stdin.end(),
    kill: (signal) => child.kill(signal),
    output: () => output,
    printed: (text) => expect.poll(() => output).toContain(text),
    exitCode: exited.then(([code]) => code),
  };
}

const startWithAgent = (): Program => startClient(process.execPath, join(folder, "agent.mjs"));

const startGuideOnScreen = () =>
  startOnScreen([process.execPath, join(folder, "agent.mjs")], {
    main: join(folder, "client.js"),
    cwd: folder,
  });

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "agent.mjs"), AGENT);
  for (const [name, code] of Object.entries(readFiles("docs/terminal.md"))) {
    const { code: script } = await transformWithOxc(code, name);
    writeFileSync(join(folder, name.replace(/\.ts$/, ".js")), script);
  }
});

describe("the client of the terminal guide", () => {
  it("prints the conversation in order, with the output of a command that the user allows", async () => {
    const { type, printed, output, endInput, exitCode } = startWithAgent();
    type("test");
    await printed("Reject");
    type("1");
    await printed("— end_turn");
    endInput();
    expect(await exitCode).toBe(0);
    expect(output()).toMatchInlineSnapshot(`
      "I will run the tests.
      … npm test
      ? npm test
        1  Allow
        2  Always allow
        3  Reject
      5 passed
      ✓ npm test (completed)
      They pass.
      — end_turn
      "
    `);
  });

  it("answers from a pipe, in which all lines arrive at once", async () => {
    const { type, endInput, output, exitCode } = startWithAgent();
    type("test");
    type("3");
    endInput();
    expect(await exitCode).toBe(0);
    expect(output()).toContain("You did not allow it.\n— end_turn\n");
  });

  it("cancels the turn when the input ends before an answer", async () => {
    const { type, endInput, output, exitCode } = startWithAgent();
    type("test");
    endInput();
    expect(await exitCode).toBe(0);
    expect(output()).toContain("— cancelled");
  });

  it("cancels the turn on the first Ctrl-C, and quits on the second one", async () => {
    const { type, printed, kill, exitCode } = startWithAgent();
    type("dig");
    await printed("… Dig");
    kill("SIGINT");
    await printed("✗ Dig (cancelled)");
    await printed("— cancelled");
    kill("SIGINT");
    expect(await exitCode).toBe(130);
  });

  it("ends with code 143 on SIGTERM", async () => {
    const { type, printed, kill, exitCode } = startWithAgent();
    type("dig");
    await printed("… Dig");
    kill("SIGTERM");
    expect(await exitCode).toBe(143);
  });

  it("ends with code 1 and the reason when the agent ends", async () => {
    const { type, output, exitCode } = startWithAgent();
    type("crash");
    expect(await exitCode).toBe(1);
    expect(output()).toContain("Out of memory");
  });

  it("ends with code 1 if the agent cannot be started, and 2 without an agent", async () => {
    const missing = startClient("no-such-agent-anywhere");
    expect(await missing.exitCode).toBe(1);
    expect(missing.output()).toContain("no-such-agent-anywhere");
    const { exitCode, output } = startClient();
    expect(await exitCode).toBe(2);
    expect(output()).toContain("Usage");
  });

  it("sends a paste as one prompt, whose lines answer no question", async () => {
    const { paste, type, waitFor, screen } = startGuideOnScreen();
    await waitFor("›");
    paste("test. Steps:\n1\n1");
    await waitFor("1\n1");
    type("\r");
    await waitFor("1–3:");
    expect(screen()).not.toContain("They pass.");
    type("3\r");
    await waitFor("You did not allow it.");
  });

  it("does not take type-ahead for an answer", async () => {
    const { type, waitFor, screen } = startGuideOnScreen();
    await waitFor("›");
    type("test\r1\r1");
    await waitFor("1–3:");
    expect(screen()).not.toContain("They pass.");
    type("3\r");
    await waitFor("You did not allow it.");
    await waitFor("— end_turn");
  });
});
