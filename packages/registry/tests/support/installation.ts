import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  type BinaryLaunchPlan,
  installBinary,
  type InstallOptions,
  type RegistryAgent,
} from "@acp-store/registry";
import { answering, startServer } from "./server.js";
import { createTemporaryFolder } from "./temporaryFolder.js";

export const AGENT: RegistryAgent = {
  id: "agent",
  name: "Agent",
  version: "1.0.0",
  description: "An agent",
  distribution: {},
};

/** Returns a plan for an archive with a correct checksum. */
export function planFor(
  content: Buffer,
  name: string,
  changes: Partial<BinaryLaunchPlan> = {},
): BinaryLaunchPlan {
  return {
    kind: "binary",
    archive: `https://archives.example/${name}`,
    executable: "./agent",
    args: [],
    env: {},
    sha256: createHash("sha256").update(content).digest("hex"),
    summary: "",
    commandLine: "",
    ...changes,
  };
}

/** A server with one archive, and a folder for installations. */
export interface TestInstallation {
  readonly plan: BinaryLaunchPlan;
  readonly dir: string;
  /** The paths that were requested. */
  readonly requests: readonly string[];
  install(options?: InstallOptions): Promise<string>;
  /** Returns the names of the installed versions, and of everything else beside them. */
  names(): string[];
}

/** Serves an archive, and returns what a test needs to install it. */
export async function createInstallation(
  content: Buffer,
  name: string,
  changes: Partial<BinaryLaunchPlan> = {},
  dir?: string,
): Promise<TestInstallation> {
  const server = await startServer(answering(content));
  const folder = dir ?? join(await createTemporaryFolder(), "agents");
  const plan = planFor(content, name, changes);
  return {
    plan,
    dir: folder,
    requests: server.requests,
    install: (options) => installBinary(AGENT, plan, folder, { fetch: server.fetch, ...options }),
    names() {
      const agentFolder = join(folder, AGENT.id);
      return existsSync(agentFolder) ? readdirSync(agentFolder).toSorted() : [];
    },
  };
}
