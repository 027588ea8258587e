import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ConfiguredAgent, temporaryFolder } from "./extension.js";

const FIXTURE = fileURLToPath(new URL("../fixtures/agent.mjs", import.meta.url));

/** The agent of `fixtures/agent.mjs`, which runs as a separate process. */
export interface ControlledAgent {
  /** The value in the setting `acpStore.agents`. */
  readonly configured: ConfiguredAgent;
  /** Lets the turn of the prompt "Wait" continue. */
  continueTurn(): void;
  /** Kills the process. */
  kill(): void;
  /** Lets every process that is started from now on exit immediately, or no longer. */
  setGone(isGone: boolean): void;
}

export function createAgent(kind = "default", id = "controlled"): ControlledAgent {
  const folder = temporaryFolder();
  const pathOf = (name: string): string => join(folder, name);
  return {
    configured: { id, name: `The ${id}`, command: process.execPath, args: [FIXTURE, folder, kind] },
    continueTurn: () => writeFileSync(pathOf("continue"), ""),
    kill: () => process.kill(Number(readFileSync(pathOf("pid"), "utf8")), "SIGKILL"),
    setGone(isGone) {
      if (isGone) writeFileSync(pathOf("gone"), "");
      else rmSync(pathOf("gone"));
    },
  };
}
