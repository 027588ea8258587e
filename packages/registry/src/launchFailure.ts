import { existsSync } from "node:fs";

/** The facts about a failed launch. An `AcpConnectionError` of `@acp-store/client` has these fields. */
export interface LaunchFailure {
  /** The command that was started. */
  readonly command?: string;
  /** The error code of the operating system if the command could not be started, such as `ENOENT`. */
  readonly code?: string;
  /** The exit code of the command, or `null` if a signal ended it. */
  readonly exitCode?: number | null;
  /** The signal that ended the command, or `null` if it exited by itself. */
  readonly signal?: string | null;
  /** The last lines that the command wrote to stderr. */
  readonly stderr?: readonly string[];
  /** The message of the error. It is used if there are no other facts. */
  readonly message?: string;
}

/**
 * The cause of a failed launch.
 *
 * - `not_found`: the command, or a program that it needs, is not installed
 * - `not_executable`: the command exists, but this computer cannot or may not run it
 * - `missing_package`: npm or PyPI does not have the package in this version
 * - `no_network`: the network could not be reached
 * - `sign_in`: the agent requires the user to sign in
 * - `unknown`: none of these was recognized
 */
export type LaunchFailureKind =
  | "not_found"
  | "not_executable"
  | "missing_package"
  | "no_network"
  | "sign_in"
  | "unknown";

/** An explanation of a failed launch, for the user. */
export interface LaunchFailureExplanation {
  /** The cause. */
  readonly kind: LaunchFailureKind;
  /** A sentence that says what has failed, with the command and its last output. */
  readonly message: string;
  /** A sentence that says what to do. */
  readonly advice: string;
}

/**
 * Explains to the user why an agent could not be launched, and what to do. Show the result in place of
 * the message of the error, which it replaces. The cause is guessed from the error code and from
 * what the command has written, so it can be `unknown`.
 *
 * @example
 * ```ts
 * import { explainLaunchFailure } from "@acp-store/registry";
 *
 * const { kind, message, advice } = explainLaunchFailure({ command: "uvx", code: "ENOENT" });
 * console.log(kind); // not_found
 * console.log(message); // The command "uvx" was not found.
 * console.log(advice); // Install uv from https://docs.astral.sh/uv, and restart this program.
 * ```
 */
export function explainLaunchFailure(failure: LaunchFailure): LaunchFailureExplanation {
  const { command = "", stderr = [] } = failure;
  const kind = findKind(failure);
  const output = stderr.join("\n").trim();
  const separator = output.includes("\n") ? "\n" : " ";
  const message =
    output === ""
      ? `${describe(failure, kind)}.`
      : `${describe(failure, kind)}:${separator}${output}`;
  return { kind, message, advice: adviceFor(kind, command) };
}

/** Patterns in the last output of npx, uvx and agents, in the order in which they are tried. */
const OUTPUTS: readonly (readonly [LaunchFailureKind, RegExp])[] = [
  [
    "missing_package",
    /\bE404\b|\bETARGET\b|No matching version found|was not found in the package registry|No solution found when resolving|executable named .* is not provided|could not determine executable/i,
  ],
  [
    "no_network",
    /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b|getaddrinfo|network is unreachable|could not resolve host|dns error|failed to fetch|error sending request|fetch failed/i,
  ],
  [
    "not_found",
    /command not found|: not found\b|No such file or directory|is not recognized as an internal or external command/i,
  ],
  ["not_executable", /exec format error|cannot execute|permission denied|bad CPU type/i],
  [
    "sign_in",
    /\b(?:not|please|must be|need to(?: be)?) (?:signed|logged|sign|log)[ -]?in\b|\bauth(?:entication|orization)? (?:is )?(?:required|failed)|\bunauthorized\b|\b401\b|\bno api key|\bapi[ _-]key (?:is )?(?:required|missing|not (?:set|found))|\bmissing api[ _-]key/i,
  ],
];

function findKind({ command = "", code, exitCode, stderr = [] }: LaunchFailure): LaunchFailureKind {
  // Without its loader or interpreter, an existing program is reported as missing.
  if (code === "ENOENT") return isPathOfFile(command) ? "not_executable" : "not_found";
  if (code === "EACCES" || code === "EPERM" || code === "ENOEXEC") return "not_executable";
  const output = stderr.join("\n");
  const found = OUTPUTS.find(([, pattern]) => pattern.test(output));
  if (found) return found[0];
  if (exitCode === 127) return "not_found";
  return exitCode === 126 ? "not_executable" : "unknown";
}

const isPathOfFile = (command: string): boolean => /[/\\]/.test(command) && existsSync(command);

function describe(failure: LaunchFailure, kind: LaunchFailureKind): string {
  const { command, code, exitCode, signal, message } = failure;
  if (command === undefined)
    return (message ?? "The agent could not be started").replace(/\.$/, "");
  const subject = `The command "${command}"`;
  if (code !== undefined && kind === "not_found") return `${subject} was not found`;
  if (code !== undefined) return `${subject} could not be started (${code})`;
  if (typeof signal === "string") return `${subject} was ended by ${signal}`;
  if (typeof exitCode === "number") return `${subject} exited with code ${exitCode}`;
  return `${subject} did not start the agent`;
}

function adviceFor(kind: LaunchFailureKind, command: string): string {
  switch (kind) {
    case "not_found":
      return `${installAdvice(command)}, and restart this program.`;
    case "not_executable":
      return "Check that the program is made for this system and processor, and that you may run it. Then install it again.";
    case "missing_package":
      return "Load the registry again for the current version of the agent.";
    case "no_network":
      return "Check the network connection and the settings of your proxy, and try again.";
    case "sign_in":
      return "Sign in to the agent, or set its API key, and try again.";
    case "unknown":
      return "Run the command in a terminal to see all of its output.";
  }
}

function installAdvice(command: string): string {
  const name = command.replace(/^.*[/\\]/, "").replace(/\.(?:cmd|exe)$/i, "");
  if (name === "npx" || name === "node") return "Install Node.js from https://nodejs.org";
  if (name === "uvx" || name === "uv") return "Install uv from https://docs.astral.sh/uv";
  return "Install the program that is missing";
}
