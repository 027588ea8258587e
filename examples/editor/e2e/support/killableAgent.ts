import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright";
import { writeSampleProject } from "@acp-store/example-agent/sample";
import { startEditor } from "../../tests/support/editor.js";
import { AGENT, temporaryFolder } from "../../../agent/tests/support/programs.js";
import { openPage } from "../../../../tests/support/openPage.js";
import { fixturePath } from "./fixturePath.js";

interface KillableAgent {
  readonly page: Page;
  /** Kills the running agent. */
  kill(): Promise<void>;
  /** Lets the running agent report a problem on stderr and exit with code 134. */
  fail(): Promise<void>;
  /** Kills the running agent and makes every restarted agent exit immediately. */
  killPermanently(): Promise<void>;
}

/** Opens the page with a scripted agent that the test can kill. */
export async function openKillableAgent(
  version: 1 | 2,
  options?: BrowserContextOptions,
): Promise<KillableAgent> {
  const cwd = await temporaryFolder();
  await writeSampleProject(cwd);
  const file = join(await temporaryFolder(), "pid");
  const agent = `node "${fixturePath("killableAgent.mjs")}" "${file}" "${AGENT}"`;
  const args = ["--agent", agent, "--cwd", cwd, "--protocol", String(version)];
  const editor = await startEditor(args);
  const page = await openPage(editor.sessionAddress, options);

  async function end(signal: "SIGKILL" | "SIGUSR2", marker?: string): Promise<void> {
    const pid = Number(await readFile(file, "utf8"));
    if (marker !== undefined) await writeFile(file, marker);
    process.kill(pid, signal);
  }
  return {
    page,
    kill: () => end("SIGKILL"),
    fail: () => end("SIGUSR2"),
    killPermanently: () => end("SIGKILL", "gone"),
  };
}
