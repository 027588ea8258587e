import { fileURLToPath } from "node:url";
import { startEditorServer, type EditorServer } from "./editorServer.js";
import { HELP, parseOptions } from "./options.js";
import { prepareSource, type Source } from "./source.js";
import { UsageError } from "./usageError.js";

// npm runs scripts in the package's folder; INIT_CWD is where the user typed the command.
const launchDir = process.env.INIT_CWD ?? process.cwd();
const pageDir = fileURLToPath(new URL("../page", import.meta.url));

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) return console.log(HELP);
  const { source, dispose } = await prepareSource(options, launchDir);
  try {
    const onAdmitted = (next: string): void => console.log(`  Another browser?  ${next}`);
    const { port } = options;
    const server = await startEditorServer({ source, pageDir, launchDir, port, onAdmitted });
    endOnSignals(server, dispose);
    console.log(greeting(source, server.address));
  } catch (error) {
    await dispose();
    throw error;
  }
}

function greeting(source: Source, address: string): string {
  const about =
    source.mode === "replay"
      ? [`  Recording  ${source.file}`]
      : [
          `  Agent   ${[source.agent.command, ...source.agent.args].join(" ")}`,
          `  Folder  ${source.cwd}`,
        ];
  return ["", ...about, "", `  Open ${address}`, "", "  Ctrl-C stops it.", ""].join("\n");
}

function endOnSignals(server: EditorServer, dispose: () => Promise<void>): void {
  let isEnding = false;
  const end = (): void => {
    // A second signal means: now. The exit handler takes the agents along.
    if (isEnding) process.exit(1);
    isEnding = true;
    void server
      .close()
      .then(dispose)
      .finally(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  process.once("exit", server.kill);
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof UsageError ? `${message}\n\nAll options: --help` : message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
