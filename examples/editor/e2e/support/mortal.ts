import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright";
import { writeSampleProject } from "../../agent/sampleProject.js";
import { startEditor } from "../../tests/support/editor.js";
import { AGENT, temporaryFolder } from "../../tests/support/programs.js";
import { openPage } from "./browser.js";
import { fixture } from "./fixtures.js";

interface Mortal {
  readonly page: Page;
  /** Kills the agent that runs. */
  kill(): Promise<void>;
  /** The same, and the next ones end as soon as they are started. */
  killForGood(): Promise<void>;
}

/** The page with the scripted agent, which can be killed. */
export async function openMortal(version: 1 | 2, options?: BrowserContextOptions): Promise<Mortal> {
  const cwd = await temporaryFolder();
  await writeSampleProject(cwd);
  const file = join(await temporaryFolder(), "pid");
  const agent = `node "${fixture("mortalAgent.mjs")}" "${file}" "${AGENT}"`;
  const args = ["--agent", agent, "--cwd", cwd, "--protocol", String(version)];
  const editor = await startEditor(args);
  const page = await openPage(editor.address, options);

  async function kill(next?: string): Promise<void> {
    const pid = Number(await readFile(file, "utf8"));
    if (next !== undefined) await writeFile(file, next);
    process.kill(pid, "SIGKILL");
  }
  return { page, kill: () => kill(), killForGood: () => kill("gone") };
}
