import type { AcpStore, ElicitationResponse, PermissionResponse } from "@acp-store/core";
import { type ClientApp, client, methods } from "@agentclientprotocol/sdk";
import type { ConnectOptions, FileSystemHandlers, TerminalHandlers } from "./options.js";

const { session, elicitation, fs, terminal } = methods.client;
/** The store reads requests itself; the SDK would drop what it does not know. */
const asSent = (params: unknown): unknown => params;

/**
 * What answers the agent's requests. One app serves all links, one after the other. The store sees
 * by itself what the agent takes back, and is told of a lost connection: it needs no signal.
 */
export function answerAgent(store: AcpStore, options: ConnectOptions): ClientApp {
  const app = client(options.clientInfo && { name: options.clientInfo.name });
  app.onRequest<unknown, PermissionResponse>(
    session.requestPermission,
    asSent,
    ({ params, requestId }) => store.requestPermission(params, { requestId }),
  );
  app.onRequest<unknown, ElicitationResponse>(elicitation.create, asSent, ({ params, requestId }) =>
    store.requestElicitation(params, { requestId }),
  );
  if (options.fs) serveFiles(app, options.fs);
  if (options.terminal) serveTerminals(app, options.terminal);
  return app;
}

function serveFiles(app: ClientApp, { readTextFile, writeTextFile }: FileSystemHandlers): void {
  if (readTextFile) app.onRequest(fs.readTextFile, ({ params }) => readTextFile(params));
  if (writeTextFile)
    app.onRequest(fs.writeTextFile, async ({ params }) => {
      await writeTextFile(params);
      return {};
    });
}

function serveTerminals(app: ClientApp, terminals: TerminalHandlers): void {
  app.onRequest(terminal.create, ({ params }) => terminals.create(params));
  app.onRequest(terminal.output, ({ params }) => terminals.output(params));
  app.onRequest(terminal.waitForExit, ({ params }) => terminals.waitForExit(params));
  app.onRequest(terminal.kill, async ({ params }) => {
    await terminals.kill(params);
    return {};
  });
  app.onRequest(terminal.release, async ({ params }) => {
    await terminals.release(params);
    return {};
  });
}
