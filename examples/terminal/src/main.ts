#!/usr/bin/env node
import { parseOptions, USAGE, UsageError, type Options } from "./options.js";
import { runClient } from "./runClient.js";
import { createTerminal } from "./terminal.js";
import { describeError } from "./view/text.js";
import { prepareWorkspace } from "./workspace.js";

// npm runs scripts in the package's folder. INIT_CWD is the folder in which the user ran the
// command.
const launchDir = process.env.INIT_CWD ?? process.cwd();

async function main(): Promise<number> {
  const options: Options = parseOptions(process.argv.slice(2));
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  const workspace = await prepareWorkspace(options, launchDir);
  const terminal = createTerminal(process.stdin, process.stdout);
  try {
    return await runClient(terminal, workspace, options);
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
