import { fileURLToPath } from "node:url";
import { startEditorServer, type EditorServer } from "./editorServer.js";
import { HELP, parseOptions, UsageError } from "./options.js";
import { prepareSource, type Source } from "./source.js";

// npm runs scripts in the package's folder. INIT_CWD is the folder in which the user ran npm.
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
    stopOnSignals(server, dispose);
    console.log(formatGreeting(source, server.address));
  } catch (error) {
    await dispose();
    throw error;
  }
}

function formatGreeting(source: Source, address: string): string {
  const details =
    source.mode === "replay"
      ? [`  Recording  ${source.file}`]
      : [
          `  Agent   ${[source.agent.command, ...source.agent.args].join(" ")}`,
          `  Folder  ${source.cwd}`,
        ];
  return ["", ...details, "", `  Open ${address}`, "", "  Press Ctrl+C to stop.", ""].join("\n");
}

function stopOnSignals(server: EditorServer, dispose: () => Promise<void>): void {
  let isStopping = false;
  const stop = (): void => {
    // A second signal exits immediately. The agents end soon afterwards, because they are watched.
    if (isStopping) process.exit(1);
    isStopping = true;
    void server
      .close()
      .then(dispose)
      .finally(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof UsageError ? `${message}\n\nFor all options, use --help.` : message,
  );
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
