import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { withPnpm } from "./pnpm.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const PROGRAMS = { editor: "dist/server/main.js", terminal: "dist/main.js" };
const [example, ...args] = process.argv.slice(2);
if (example !== "editor" && example !== "terminal")
  throw new Error(`There is no example "${example}": it is "editor" or "terminal".`);
const program = fileURLToPath(
  new URL(`../examples/${example}/${PROGRAMS[example]}`, import.meta.url),
);

/**
 * Runs one program with this terminal, passes it the signals this one gets, and yields its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<number>}
 */
function run(command, args, options) {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    // A Ctrl-C in a terminal reaches the child without help.
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

console.log("Preparing the demo: dependencies and build (the first time takes about a minute) …");
const prepare = withPnpm(
  "pnpm install --frozen-lockfile --prefer-offline --loglevel=error",
  `pnpm --loglevel=error --filter ./examples/${example} run build`,
);
// The only command that needs a shell (npx is a .cmd file on Windows); it holds nothing the user typed.
const prepared = await run(prepare, [], { cwd: root, shell: true });
if (prepared !== 0) {
  console.error("The demo could not be prepared: see the messages above.");
  process.exit(prepared);
}

// npm runs scripts in the root folder; INIT_CWD is where the user typed the command.
const env = { ...process.env, INIT_CWD: process.env.INIT_CWD ?? process.cwd() };
process.exit(await run(process.execPath, [program, ...args], { env }));
