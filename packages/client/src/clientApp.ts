import type { AcpStore, ElicitationResponse, PermissionResponse, SessionId } from "@acp-store/core";
import { isolateListenerErrors } from "@acp-store/core/tap";
import {
  type ClientApp,
  client,
  type FileSystemCapabilities,
  methods,
  RequestError,
} from "@agentclientprotocol/sdk";
import { getClientCapabilities } from "./clientCapabilities.js";
import { AcpConnectionError } from "./errors.js";
import { isObject } from "./isObject.js";
import type { RpcApp } from "./rpcConnection.js";
import type {
  ConnectOptions,
  ExtensionNotificationHandler,
  FileSystemHandlers,
  TerminalHandlers,
} from "./options.js";
import { followTurnCommands } from "./turnCommands.js";

const { session, elicitation, fs, terminal } = methods.client;
/** The methods that extension handlers cannot replace. */
const RESERVED_METHODS: ReadonlySet<string> = new Set([
  ...Object.values(session),
  ...Object.values(elicitation),
  ...Object.values(fs),
  ...Object.values(terminal),
  "$/cancel_request",
]);
/** Skips the SDK's parsing, which would drop unknown fields. The store parses these requests. */
const passThrough = (params: unknown): unknown => params;

/** Handles the requests and notifications from the agent. */
export interface AgentMessageHandlers extends RpcApp {
  /** Kills the commands that were started in the cancelled turns of a session. */
  killCancelledCommands(sessionId: SessionId): void;
}

/**
 * Creates the SDK app that handles requests from the agent. The same app is reused for every
 * reconnect. The SDK refuses methods without a handler, so only what is announced to the agent gets
 * one. Handlers of the store need no abort signal: the store observes cancelled requests on the
 * wire, and is notified when the connection is lost.
 *
 * @throws AcpConnectionError with reason `reserved_method` if an extension handler has the name of
 * a method that the client handles itself.
 */
export function createClientApp(store: AcpStore, options: ConnectOptions): AgentMessageHandlers {
  const app = client(options.clientInfo && { name: options.clientInfo.name });
  const announced = getClientCapabilities(options);
  const commands = options.terminal && followTurnCommands(store, options.terminal);
  app.onRequest<unknown, PermissionResponse>(
    session.requestPermission,
    passThrough,
    ({ params, requestId }) => store.requestPermission(params, { requestId }),
  );
  if (announced.elicitation) registerElicitation(app, store, announced.elicitation);
  if (options.fs && announced.fs) registerFileSystem(app, options.fs, announced.fs);
  if (commands && announced.terminal) registerTerminals(app, commands.handlers);
  registerExtensions(app, options);
  return {
    sdkApp: app,
    handledNotifications: new Set(Object.keys(options.onNotification ?? {})),
    killCancelledCommands: (sessionId) => commands?.killCancelled(sessionId),
  };
}

function registerElicitation(app: ClientApp, store: AcpStore, announced: object): void {
  const modes: Readonly<Record<string, unknown>> = { ...announced };
  app.onRequest<unknown, ElicitationResponse>(
    elicitation.create,
    passThrough,
    ({ params, requestId }) => {
      const mode = isObject(params) ? params["mode"] : undefined;
      if (typeof mode === "string" && modes[mode] == null)
        throw RequestError.invalidParams(
          { mode },
          `The client did not announce the mode "${mode}"`,
        );
      return store.requestElicitation(params, { requestId });
    },
  );
}

function registerExtensions(
  app: ClientApp,
  { onRequest = {}, onNotification = {} }: ConnectOptions,
): void {
  for (const [method, handler] of Object.entries(onRequest)) {
    assertNotReserved("onRequest", method);
    app.onRequest<unknown, unknown>(method, passThrough, async ({ params, signal }) => {
      const result = await handler(params, { signal });
      return result ?? null;
    });
  }
  for (const [method, handler] of Object.entries(onNotification)) {
    assertNotReserved("onNotification", method);
    app.onNotification<unknown>(method, passThrough, ({ params }) => notify(handler, params));
  }
}

/** Calls a handler. Its errors are uncaught errors, because a notification has no answer. */
function notify(handler: ExtensionNotificationHandler, params: unknown): void {
  isolateListenerErrors(() => handler(params));
}

function assertNotReserved(option: "onRequest" | "onNotification", method: string): void {
  if (!RESERVED_METHODS.has(method)) return;
  throw new AcpConnectionError(
    "reserved_method",
    `${option} has a handler for "${method}", which the client handles itself. Remove it. Use the options fs and terminal for files and commands, and the store for everything else.`,
  );
}

function registerFileSystem(
  app: ClientApp,
  { readTextFile, writeTextFile }: FileSystemHandlers,
  announced: FileSystemCapabilities,
): void {
  if (readTextFile && announced.readTextFile)
    app.onRequest(fs.readTextFile, ({ params }) => readTextFile(params));
  if (writeTextFile && announced.writeTextFile)
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
