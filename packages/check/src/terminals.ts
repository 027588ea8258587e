import { isObject, type JsonObject } from "./json.js";
import {
  getSessionId,
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
} from "./jsonRpc.js";
import { type Check, listObjects, type MessageContext, quote } from "./check.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type TerminalRuleCode =
  | "unknown_terminal"
  | "terminal_not_released"
  | "terminal_output_too_long"
  | "terminal_cwd_changed";

export const TERMINAL_RULES: RuleTable<TerminalRuleCode> = {
  unknown_terminal: {
    severity: "violation",
    side: "agent",
    text: "The agent uses only terminals that it has created and not released.",
    link: linkToSpec("terminals", "tool-calls"),
    tck: listTck("", ""),
  },
  terminal_not_released: {
    severity: "warning",
    side: "agent",
    text: "In version 1, the agent releases each terminal that it no longer needs.",
    link: linkToSpec("terminals", "tool-calls"),
    tck: listTck("", ""),
  },
  terminal_output_too_long: {
    severity: "violation",
    side: "client",
    text: "In version 1, the client keeps the output of a terminal within the limit of the agent.",
    link: linkToSpec("terminals", "tool-calls"),
    tck: listTck("", ""),
  },
  terminal_cwd_changed: {
    severity: "violation",
    side: "agent",
    text: "The working directory of a terminal does not change.",
    link: linkToSpec("terminals", "tool-calls"),
    tck: listTck("", "PATCH-206"),
  },
};

/** A terminal of version 1, which the client runs for the agent. */
interface ClientTerminal {
  /** The frame of the request that created it. */
  readonly createdFrame: number;
  readonly sessionId: string;
  /** The limit of its output, in bytes. */
  readonly outputByteLimit: unknown;
  /** The tool calls that show it. */
  readonly toolCalls: Set<unknown>;
  releasedFrame?: number;
}

const encoder = new TextEncoder();

/**
 * Checks the use of terminals: `unknown_terminal`, `terminal_not_released` and `terminal_output_too_long`
 * in version 1, and `terminal_cwd_changed` in version 2.
 */
export function createTerminalCheck(): Check<TerminalRuleCode> {
  const terminals = new Map<string, ClientTerminal>();
  /** The working directories of version 2, by session and terminal. */
  const directories = new Map<string, { readonly cwd: string; readonly frame: number }>();

  function reportUnknown(
    terminalId: unknown,
    path: string,
    { report, isComplete }: MessageContext<TerminalRuleCode>,
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
    context: MessageContext<TerminalRuleCode>,
  ): void {
    if (method === "terminal/create") return;
    const { terminalId } = params;
    reportUnknown(terminalId, "params.terminalId", context);
    const terminal = terminals.get(String(terminalId));
    if (method === "terminal/release" && terminal !== undefined) terminal.releasedFrame ??= frame;
  }

  function onTerminalResponse(
    { request, result, frame }: ResponseMessage,
    { report }: MessageContext<TerminalRuleCode>,
  ): void {
    if (request === undefined) return;
    const { terminalId, output } = result;
    if (request.method === "terminal/create" && typeof terminalId === "string")
      terminals.set(terminalId, {
        createdFrame: request.frame,
        sessionId: getSessionId(request.params) ?? "",
        outputByteLimit: request.params["outputByteLimit"],
        toolCalls: new Set(),
      });
    if (request.method !== "terminal/output" || typeof output !== "string") return;
    const limit = terminals.get(String(request.params["terminalId"]))?.outputByteLimit;
    const size = encoder.encode(output).length;
    if (typeof limit === "number" && size > limit)
      report(
        "terminal_output_too_long",
        `The output has ${size} bytes, but the agent has set a limit of ${limit} bytes.`,
        { path: "result.output", relatedFrames: [request.frame].filter((other) => other < frame) },
      );
  }

  /** Follows where tool calls show terminals of the client. */
  function onToolCall(update: JsonObject, context: MessageContext<TerminalRuleCode>): void {
    for (const [index, { type, terminalId }] of listObjects(update["content"])) {
      if (type !== "terminal") continue;
      const terminal = terminals.get(String(terminalId));
      const { toolCallId } = update;
      // A tool call keeps a terminal that was added before its release.
      if (terminal?.toolCalls.has(toolCallId) !== true)
        reportUnknown(terminalId, `params.update.content.${index}.terminalId`, context);
      terminal?.toolCalls.add(toolCallId);
    }
  }

  function onTerminalUpdate(
    { params, frame }: NotificationMessage,
    { report }: MessageContext<TerminalRuleCode>,
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
      if (message.kind === "request" && message.abandons !== undefined) terminals.clear();
      if (message.kind === "response") onTerminalResponse(message, context);
      else if (message.dir === "sent") return;
      else if (message.kind === "request") {
        if (message.method.startsWith("terminal/")) onTerminalRequest(message, context);
      } else if (version === 2) onTerminalUpdate(message, context);
      else if (
        clientCapabilities?.["terminal"] === true &&
        !isObject(clientCapabilities["_meta"])
      ) {
        // With extensions, a client may also show terminals that the agent runs itself.
        const { update } = message.params;
        if (isObject(update)) onToolCall(update, context);
      }
    },
    onEnd: ({ state, report }) => {
      for (const [terminalId, { createdFrame, sessionId, releasedFrame }] of terminals) {
        // A command may run on after the end of the trace, or until the session is closed.
        if (releasedFrame !== undefined || state.sessions.get(sessionId)?.activity !== "idle")
          continue;
        report(
          "terminal_not_released",
          `The agent has not released the terminal ${quote(terminalId)}, although its turn has ended.`,
          { frame: createdFrame, dir: "recv" },
        );
      }
    },
  };
}
