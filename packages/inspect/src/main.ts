#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { HELP, type Options, parseOptions } from "./options.js";
import { runAgent } from "./runAgent.js";
import { say } from "./say.js";
import { UsageError } from "./usageError.js";

/** An agent must not wait until all is loaded that reads traces. */
async function run(options: Options): Promise<void> {
  switch (options.run) {
    case "help":
      return void process.stdout.write(HELP);
    case "version":
      return void process.stdout.write(`${version()}\n`);
    case "agent":
      return runAgent(options);
    case "trace":
      return (await import("./showTrace.js")).showTrace(options.file, options.port);
    case "check": {
      const { checkFile } = await import("./checkFile.js");
      const { text, exitCode } = await checkFile(options.file, options.json);
      process.stdout.write(text);
      process.exitCode = exitCode;
    }
  }
}

function version(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

try {
  await run(parseOptions(process.argv.slice(2)));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  await say(error instanceof UsageError ? `${message} All options: --help` : message);
  process.exit(error instanceof UsageError ? 2 : 1);
}
