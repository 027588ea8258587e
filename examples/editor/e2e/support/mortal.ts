import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { writeSampleProject } from "../../agent/sampleProject.js";
import { startEditor } from "../../tests/support/editor.js";
import { AGENT, temporaryFolder } from "../../tests/support/programs.js";
import { openPage } from "./browser.js";
import { fixture } from "./fixtures.js";

interface Mortal {
  readonly page: Page;
  /** Kills the agent that runs. */
  kill(): Promise<void>;
}

/** The page with the scripted agent, which can be killed. */
export async function openMortal(version: 1 | 2, speed = 1000): Promise<Mortal> {
  const folder = await temporaryFolder();
  const cwd = await temporaryFolder();
  await writeSampleProject(cwd);
  const file = join(folder, "pid");
  const agent = `node "${fixture("mortalAgent.mjs")}" "${file}" "${AGENT}"`;
  const args = ["--agent", agent, "--cwd", cwd, "--protocol", String(version)];
  const editor = await startEditor(args, { env: { ACP_DEMO_SPEED: String(speed) } });
  const page = await openPage(editor.address);
  return {
    page,
    kill: async () => void process.kill(Number(await readFile(file, "utf8")), "SIGKILL"),
  };
}
