#!/usr/bin/env node
import { constants } from "node:os";
import { parseOptions, USAGE, UsageError, type Options } from "./options.js";
import { runClient } from "./runClient.js";
import { createTerminal } from "./terminal.js";
import { describeError } from "./view/text.js";
import { prepareWorkspace } from "./workspace.js";

// npm runs scripts in the package's folder. INIT_CWD is the folder in which the user ran the
// command.
const launchDir = process.env.INIT_CWD ?? process.cwd();

/**
 * Returns a signal that is aborted, with the exit code as its reason, when the program is asked to
 * end. A second request ends it immediately.
 */
function watchForTermination(): AbortSignal {
  const termination = new AbortController();
  for (const name of ["SIGTERM", "SIGHUP"] as const)
    process.once(name, () => termination.abort(128 + constants.signals[name]));
  return termination.signal;
}

async function main(): Promise<number> {
  const options: Options = parseOptions(process.argv.slice(2));
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  const termination = watchForTermination();
  const workspace = await prepareWorkspace(options, launchDir);
  const terminal = createTerminal(process.stdin, process.stdout);
  try {
    return await runClient(terminal, workspace, options, termination);
  } finally {
    terminal.close();
    await workspace.dispose();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(describeError(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
