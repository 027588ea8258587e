import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { withPnpm } from "./pnpm.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const PROGRAMS = { editor: "dist/server/main.js", terminal: "dist/main.js" };
const [example, ...args] = process.argv.slice(2);
if (example !== "editor" && example !== "terminal")
  throw new Error(`Unknown example "${example}". Use "editor" or "terminal".`);
const program = fileURLToPath(
  new URL(`../examples/${example}/${PROGRAMS[example]}`, import.meta.url),
);

/**
 * Runs a program in this terminal and forwards signals to it. Resolves with its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<number>}
 */
function runProgram(command, args, options) {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    // The terminal already sends SIGINT to the child.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  process.on("SIGINT", forward).on("SIGTERM", forward);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      process.off("SIGINT", forward).off("SIGTERM", forward);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

console.log(
  "Installing dependencies and building the example. The first time takes about a minute…",
);
const prepareCommand = withPnpm(
  "pnpm install --frozen-lockfile --prefer-offline --loglevel=error",
  `pnpm --loglevel=error --filter ./examples/${example} run build`,
);
// npx is a .cmd file on Windows, so it needs a shell. The command contains no user input.
const prepareExitCode = await runProgram(prepareCommand, [], { cwd: root, shell: true });
if (prepareExitCode !== 0) {
  console.error("The example could not be built. See the messages above.");
  process.exit(prepareExitCode);
}

// npm runs scripts in the root folder. INIT_CWD is the folder in which the user ran the command.
const env = { ...process.env, INIT_CWD: process.env.INIT_CWD ?? process.cwd() };
process.exit(await runProgram(process.execPath, [program, ...args], { env }));
