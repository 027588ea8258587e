import type { AcpStore, ElicitationResponse, PermissionResponse } from "@acp-store/core";
import { type ClientApp, client, methods } from "@agentclientprotocol/sdk";
import type { ConnectOptions, FileSystemHandlers, TerminalHandlers } from "./options.js";

const { session, elicitation, fs, terminal } = methods.client;
/** Skips the SDK's parsing, which would drop unknown fields. The store parses these requests. */
const passThrough = (params: unknown): unknown => params;

/**
 * Creates the SDK app that handles requests from the agent. The same app is reused for every
 * reconnect. Handlers need no abort signal: the store observes cancelled requests on the wire, and
 * is notified when the connection is lost.
 */
export function createClientApp(store: AcpStore, options: ConnectOptions): ClientApp {
  const app = client(options.clientInfo && { name: options.clientInfo.name });
  app.onRequest<unknown, PermissionResponse>(
    session.requestPermission,
    passThrough,
    ({ params, requestId }) => store.requestPermission(params, { requestId }),
  );
  app.onRequest<unknown, ElicitationResponse>(
    elicitation.create,
    passThrough,
    ({ params, requestId }) => store.requestElicitation(params, { requestId }),
  );
  if (options.fs) registerFileSystem(app, options.fs);
  if (options.terminal) registerTerminals(app, options.terminal);
  return app;
}

function registerFileSystem(
  app: ClientApp,
  { readTextFile, writeTextFile }: FileSystemHandlers,
): void {
  if (readTextFile) app.onRequest(fs.readTextFile, ({ params }) => readTextFile(params));
  if (writeTextFile)
    app.onRequest(fs.writeTextFile, async ({ params }) => {
      await writeTextFile(params);
      return {};
    });
}

function registerTerminals(app: ClientApp, handlers: TerminalHandlers): void {
  app.onRequest(terminal.create, ({ params }) => handlers.create(params));
  app.onRequest(terminal.output, ({ params }) => handlers.output(params));
  app.onRequest(terminal.waitForExit, ({ params }) => handlers.waitForExit(params));
  app.onRequest(terminal.kill, async ({ params }) => {
    await handlers.kill(params);
    return {};
  });
  app.onRequest(terminal.release, async ({ params }) => {
    await handlers.release(params);
    return {};
  });
}
