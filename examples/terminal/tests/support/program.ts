import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeSampleProject } from "@acp-store/example-editor/sample";
import { onTestFinished } from "vitest";

const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const MAIN = pathOf("dist/main.js");

/** The program on pipes, as a script or a test drives it. */
export interface Program {
  /** All that it has printed. */
  readonly output: () => string;
  readonly errors: () => string;
  type(line: string): void;
  /** Ends its input. */
  end(): void;
  interrupt(): void;
  /** The next line with this text, after the one that was waited for before. */
  sees(text: string): Promise<string>;
  readonly exitCode: Promise<number | null>;
}

/** Starts the program. `speed`: how many times as fast the scripted agent plays. */
export function start(args: readonly string[], speed = 1000): Program {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, ACP_DEMO_SPEED: String(speed) },
    stdio: "pipe",
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  let output = "";
  let errors = "";
  let seen = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));

  return {
    output: () => output,
    errors: () => errors,
    type: (line) => child.stdin.write(`${line}\n`),
    end: () => child.stdin.end(),
    interrupt: () => child.kill("SIGINT"),
    sees: (text) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const at = output.indexOf(text, seen);
          const end = at === -1 ? -1 : output.indexOf("\n", at);
          if (end === -1) return;
          seen = end;
          child.stdout.off("data", check).off("close", fail);
          resolve(output.slice(output.lastIndexOf("\n", at) + 1, end));
        };
        const fail = (): void =>
          reject(new Error(`"${text}" was never printed:\n${output}${errors}`));
        child.stdout.on("data", check).on("close", fail);
        check();
      }),
    exitCode: exited.then(([code]) => code),
  };
}

/** The sample project in a folder that is gone after the test. */
export async function sampleProject(): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "acp-terminal-test-")));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  await writeSampleProject(dir);
  return dir;
}

export const fixture = (name: string): string => `node "${pathOf(`tests/fixtures/${name}`)}"`;
