import type {
  AgentPlatform,
  BinaryDistribution,
  PackageDistribution,
  RegistryAgent,
} from "./registrySchema.js";

/** The parts that all ways to launch an agent have. */
export interface LaunchPlanBase {
  /** The arguments of the command. */
  readonly args: readonly string[];
  /** Variables to add to the environment of the agent. */
  readonly env: Readonly<Record<string, string>>;
  /** A sentence for the user: what is downloaded, from where, and what runs it. */
  readonly summary: string;
  /** The whole command with its variables, for the user to read. It is not meant for a shell. */
  readonly commandLine: string;
}

/** Launches an agent with `npx` or `uvx`, which downloads it when it is not there yet. */
export interface PackageLaunchPlan extends LaunchPlanBase {
  /** The program that downloads and runs the package. */
  readonly kind: "npx" | "uvx";
  /** The command to run: `npx` or `uvx`. */
  readonly command: string;
  /** The package that the command downloads. */
  readonly package: string;
}

/** Launches an agent that {@link installBinary} downloads first. It resolves with the command. */
export interface BinaryLaunchPlan extends LaunchPlanBase {
  /** Tells that the program has to be installed first. */
  readonly kind: "binary";
  /** The address of the download. */
  readonly archive: string;
  /** The path of the program in the archive. */
  readonly executable: string;
  /** The SHA-256 checksum of the download, as 64 hexadecimal digits. Absent if it is not known. */
  readonly sha256?: string;
}

/** A way to launch an agent, which `kind` tells apart. */
export type LaunchPlan = PackageLaunchPlan | BinaryLaunchPlan;

/** The platforms of a registry, by the names that Node has for them. */
const PLATFORMS: Readonly<Record<string, AgentPlatform>> = {
  "darwin-arm64": "darwin-aarch64",
  "darwin-x64": "darwin-x86_64",
  "linux-arm64": "linux-aarch64",
  "linux-x64": "linux-x86_64",
  "win32-arm64": "windows-aarch64",
  "win32-x64": "windows-x86_64",
};

/**
 * Returns the ways to launch an agent on a platform: with `npx`, with `uvx`, and by downloading a
 * program, in this order. The list is empty if the registry has nothing for the platform. Nothing is
 * downloaded or run, so it is safe to show the plans of all agents.
 *
 * @example
 * ```ts
 * import { installBinary, launchPlans, type RegistryAgent } from "@acp-store/registry";
 *
 * export async function commandOf(agent: RegistryAgent) {
 *   const [plan] = launchPlans(agent);
 *   if (plan === undefined) throw new Error(`${agent.name} has no release for this computer.`);
 *   console.log(plan.summary, plan.commandLine);
 *   return plan.kind === "binary" ? installBinary(agent, plan, ".my-client/agents") : plan.command;
 * }
 * ```
 */
export function launchPlans(
  { distribution }: RegistryAgent,
  platform: AgentPlatform | undefined = PLATFORMS[`${process.platform}-${process.arch}`],
): readonly LaunchPlan[] {
  const { npx, uvx, binary } = distribution;
  const target = platform === undefined ? undefined : binary?.[platform];
  return [
    ...(npx ? [npxPlan(npx)] : []),
    ...(uvx ? [uvxPlan(uvx)] : []),
    ...(target ? [binaryPlan(target)] : []),
  ];
}

function npxPlan({ package: name, cmd, args = [], env = {} }: PackageDistribution): LaunchPlan {
  // Without "--", npx would read the arguments of the agent as its own. With "--prefer-offline", it
  // would never find a version that is newer than the list of versions in its cache.
  const runner =
    cmd === undefined ? ["--yes", "--", name] : ["--yes", `--package=${name}`, "--", cmd];
  return packagePlan("npx", name, "npm", [...runner, ...args], env);
}

function uvxPlan({ package: name, cmd, args = [], env = {} }: PackageDistribution): LaunchPlan {
  const runner = cmd === undefined ? [name] : ["--from", name, cmd];
  return packagePlan("uvx", name, "PyPI", [...runner, ...args], env);
}

function packagePlan(
  command: "npx" | "uvx",
  name: string,
  registry: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): LaunchPlan {
  return {
    kind: command,
    command,
    package: name,
    args,
    env,
    summary: `${command} downloads the package ${name} from ${registry} when it is not on this computer yet, and runs it.`,
    commandLine: toCommandLine(command, args, env),
  };
}

function binaryPlan(target: BinaryDistribution): LaunchPlan {
  const { archive, cmd, args = [], env = {}, sha256 } = target;
  const check =
    sha256 === undefined ? "has no checksum to compare it with" : "is compared with its checksum";
  return {
    kind: "binary",
    archive,
    executable: cmd,
    args,
    env,
    ...(sha256 !== undefined && { sha256 }),
    summary: `The program is downloaded from ${archive}, which ${check}, and stored on this computer.`,
    commandLine: toCommandLine(cmd, args, env),
  };
}

function toCommandLine(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`);
  return [...variables, quote(command), ...args.map(quote)].join(" ");
}

/** Returns an argument in quotes if it would otherwise look like several, or like none. */
function quote(text: string): string {
  return /^[\w@%+=:,./~^-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
