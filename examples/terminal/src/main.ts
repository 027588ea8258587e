#!/usr/bin/env node
import { messageOf } from "./errors.js";
import { HELP, parseOptions, UsageError, type Options } from "./options.js";
import { run } from "./run.js";
import { createTerminal } from "./terminal.js";
import { prepareWorkplace } from "./workplace.js";

// npm runs scripts in the package's folder; INIT_CWD is where the user typed the command.
const launchDir = process.env.INIT_CWD ?? process.cwd();

async function main(): Promise<number> {
  const options: Options = parseOptions(process.argv.slice(2));
  if (options.help) {
    console.log(HELP);
    return 0;
  }
  const workplace = await prepareWorkplace(options, launchDir);
  const terminal = createTerminal(process.stdin, process.stdout);
  try {
    return await run(terminal, workplace, options);
  } finally {
    terminal.close();
    await workplace.dispose();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
