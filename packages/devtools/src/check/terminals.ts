import { isObject } from "../json.js";
import { getSessionId, type NotificationMessage, type RequestMessage } from "../jsonRpc.js";
import { type Check, listObjects, type MessageContext, quote } from "./check.js";

/** A terminal of version 1, which the client runs for the agent. */
interface ClientTerminal {
  readonly createdFrame: number;
  releasedFrame?: number;
}

/**
 * Checks the use of terminals: `unknown_terminal` in version 1, and `terminal_cwd_changed` in version 2.
 */
export function createTerminalCheck(): Check {
  const terminals = new Map<string, ClientTerminal>();
  /** The working directories of version 2, by session and terminal. */
  const directories = new Map<string, { readonly cwd: string; readonly frame: number }>();

  function reportUnknown(
    terminalId: unknown,
    path: string,
    { report, isComplete }: MessageContext,
  ): void {
    if (typeof terminalId !== "string" || !isComplete) return;
    const terminal = terminals.get(terminalId);
    if (terminal === undefined)
      report("unknown_terminal", `The agent has not created the terminal ${quote(terminalId)}.`, {
        path,
        actual: terminalId,
      });
    else if (terminal.releasedFrame !== undefined)
      report(
        "unknown_terminal",
        `The agent released the terminal ${quote(terminalId)} in frame ${terminal.releasedFrame}.`,
        { path, actual: terminalId, relatedFrames: [terminal.releasedFrame] },
      );
  }

  function onTerminalRequest(
    { method, params, frame }: RequestMessage,
    context: MessageContext,
  ): void {
    if (method === "terminal/create") return;
    const { terminalId } = params;
    reportUnknown(terminalId, "params.terminalId", context);
    const terminal = terminals.get(String(terminalId));
    if (method === "terminal/release" && terminal !== undefined) terminal.releasedFrame ??= frame;
  }

  function onTerminalUpdate(
    { params, frame }: NotificationMessage,
    { report }: MessageContext,
  ): void {
    const update = isObject(params["update"]) ? params["update"] : {};
    const { sessionUpdate, terminalId, cwd } = update;
    if (sessionUpdate !== "terminal_update" || typeof cwd !== "string") return;
    const key = JSON.stringify([getSessionId(params), terminalId]);
    const known = directories.get(key);
    if (known === undefined) directories.set(key, { cwd, frame });
    else if (known.cwd !== cwd)
      report(
        "terminal_cwd_changed",
        `The terminal ${quote(terminalId)} was in ${quote(known.cwd)} in frame ${known.frame}.`,
        {
          path: "params.update.cwd",
          expected: quote(known.cwd),
          actual: cwd,
          relatedFrames: [known.frame],
        },
      );
  }

  return {
    onMessage: (message, context) => {
      const { version, clientCapabilities } = context.connection;
      if (message.kind === "response") {
        const { terminalId } = message.result;
        if (message.request?.method === "terminal/create" && typeof terminalId === "string")
          terminals.set(terminalId, { createdFrame: message.frame });
      } else if (message.dir === "sent") return;
      else if (message.kind === "request") {
        if (message.method.startsWith("terminal/")) onTerminalRequest(message, context);
      } else if (version === 2) onTerminalUpdate(message, context);
      else if (
        clientCapabilities?.["terminal"] === true &&
        !isObject(clientCapabilities["_meta"])
      ) {
        // With extensions, a client may also show terminals that the agent runs itself.
        const update = isObject(message.params["update"]) ? message.params["update"] : {};
        for (const [index, { type, terminalId }] of listObjects(update["content"]))
          if (type === "terminal" && !terminals.has(String(terminalId)))
            reportUnknown(terminalId, `params.update.content.${index}.terminalId`, context);
      }
    },
  };
}
