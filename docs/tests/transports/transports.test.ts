import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type AgentStream, connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { clearMocks, mockIPC } from "@tauri-apps/api/mocks";
import { describe, expect, it, onTestFinished } from "vitest";
import { startAgent as startWithNode } from "./process.js";
import { startAgent as startWithTauri } from "./tauri.js";

const root = join(import.meta.dirname, "../../..");
const AGENT = join(root, "packages/client/tests/fixtures/loggingAgent.mjs");
const page = readFileSync(join(root, "docs/transports.md"), "utf8");

/** The arguments of the commands of the shell plugin of Tauri. */
interface ShellArguments {
  readonly onEvent: { readonly id: number };
  readonly buffer: string;
  readonly cmd: string;
}

/** Carries out the commands of the shell plugin, which its Rust side would do, with a real process. */
function serveShellPlugin(): { readonly child: () => ChildProcessWithoutNullStreams | undefined } {
  let child: ChildProcessWithoutNullStreams | undefined;

  function startProcess({ onEvent }: ShellArguments): number | undefined {
    let index = 0;
    const emit = (event: string, payload: unknown): void => {
      const { runCallback } = window.__TAURI_INTERNALS__;
      runCallback(onEvent.id, { message: { event, payload }, index: index++ });
    };
    child = spawn(process.execPath, [AGENT]);
    createInterface({ input: child.stdout }).on("line", (line) => emit("Stdout", `${line}\n`));
    child.on("exit", (code, signal) => emit("Terminated", { code, signal }));
    return child.pid;
  }

  mockIPC((command, payload) => {
    const shellArguments = payload as unknown as ShellArguments;
    if (command === "plugin:shell|spawn") return startProcess(shellArguments);
    if (command === "plugin:shell|stdin_write") return child?.stdin.write(shellArguments.buffer);
    if (command === "plugin:shell|kill") return child?.kill();
    throw new Error(`Unexpected command: ${command}`);
  });
  onTestFinished(async () => {
    if (child?.exitCode === null && child.signalCode === null) await once(child, "exit");
    clearMocks();
  });
  return { child: () => child };
}

declare global {
  interface Window {
    readonly __TAURI_INTERNALS__: { runCallback(id: number, data: unknown): void };
  }
}

describe("a transport of the manual", () => {
  it.each(["tauri.ts", "process.ts"])("is in the manual word for word: %s", (file) => {
    expect(page).toContain(
      `\`\`\`ts\n${readFileSync(join(import.meta.dirname, file), "utf8")}\`\`\``,
    );
  });

  it.each<[string, () => AgentStream]>([
    ["Tauri", startWithTauri],
    ["Node", () => startWithNode(process.execPath, [AGENT], process.cwd())],
  ])("completes turns with a process in %s", async (name, start) => {
    if (name === "Tauri") serveShellPlugin();
    const store = createAcpStore({ scheduler: "sync" });
    const agent = await connectAgent(store, start);
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    expect(await agent.prompt(sessionId, "log")).toEqual({ stopReason: "end_turn" });
    await agent.close();
    expect(store.getState().connection?.status).toBe("closed");
  });

  it("says why the agent ended, and starts it again", async () => {
    const shell = serveShellPlugin();
    const store = createAcpStore({ scheduler: "sync" });
    const agent = await connectAgent(store, startWithTauri, { reconnect: { minDelay: 1 } });
    onTestFinished(() => agent.close());
    const reasons: (string | undefined)[] = [];
    store.subscribe(
      (state) => state.connection,
      (connection) => reasons.push(connection?.reason),
    );
    const first = shell.child();
    first?.kill("SIGKILL");
    await expect.poll(() => store.getState().connection?.status).toBe("ready");
    await expect.poll(() => shell.child() !== first).toBe(true);
    expect(reasons).toContain("The agent exited with code unknown.");
  });
});
