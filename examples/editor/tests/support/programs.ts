import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { endAfterTest, temporaryFolder } from "../../../agent/tests/support/programs.js";

const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const SERVER = pathOf("dist/server/main.js");

export interface ProcessResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the server with arguments that make it exit, and resolves to its output. */
export async function runServer(
  args: readonly string[],
  launchDir: string,
): Promise<ProcessResult> {
  const data = ["--data", await temporaryFolder()];
  const child = spawn(process.execPath, [SERVER, ...data, ...args], {
    env: { ...process.env, INIT_CWD: launchDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  endAfterTest(child);
  const closed = once(child, "close") as Promise<[number]>;
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ]);
  return { code, stdout, stderr };
}
