#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { HELP, type Options, parseOptions, UsageError } from "./options.js";
import { printMessage } from "./printMessage.js";
import { runAgent } from "./runAgent.js";

/**
 * Runs a command. Modules that read traces are loaded on demand, so they do not delay the agent.
 */
async function run(options: Options): Promise<void> {
  switch (options.run) {
    case "help":
      return void process.stdout.write(HELP);
    case "version":
      return void process.stdout.write(`${readVersion()}\n`);
    case "agent":
      return runAgent(options);
    case "trace":
      return (await import("./showTrace.js")).showTrace(options.file, options.port);
    case "check": {
      const { checkFiles } = await import("./checkFiles.js");
      const { text, exitCode } = await checkFiles(options);
      process.stdout.write(text);
      process.exitCode = exitCode;
    }
  }
}

function readVersion(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

try {
  await run(parseOptions(process.argv.slice(2)));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const isUsageError = error instanceof UsageError;
  await printMessage(isUsageError ? `${message} For all options, use --help.` : message);
  process.exit(isUsageError ? 2 : 1);
}
