import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startEditorServer } from "./editorServer.js";
import { HELP, parseOptions, UsageError } from "./options.js";
import { prepareSource, type Source } from "./source.js";

// npm runs scripts in the package's folder. INIT_CWD is the folder in which the user ran npm.
const launchDir = process.env.INIT_CWD ?? process.cwd();
const pageDir = fileURLToPath(new URL("../page", import.meta.url));
const phoneDir = fileURLToPath(new URL("../phone", import.meta.url));

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) return console.log(HELP);
  const stopRequest = watchForStopRequest();
  const { source, dispose } = await prepareSource(options, launchDir);
  try {
    const onAdmitted = (next: string): void => console.log(`  Another browser?  ${next}`);
    const { port, phoneOrigin } = options;
    const server = await startEditorServer({
      ...{ source, pageDir, phoneDir, phoneOrigin, launchDir, port, onAdmitted },
    });
    console.log(formatGreeting(source, server.address));
    if (!stopRequest.aborted) await once(stopRequest, "abort");
    await server.close();
  } finally {
    await dispose();
  }
  process.exit(0);
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

/** Returns a signal that is aborted when the program is asked to stop. */
function watchForStopRequest(): AbortSignal {
  const request = new AbortController();
  const stop = (): void => {
    // A second signal exits immediately. The agents end soon afterwards, because they are watched.
    if (request.signal.aborted) process.exit(1);
    request.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  return request.signal;
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof UsageError ? `${message}\n\nFor all options, use --help.` : message,
  );
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
