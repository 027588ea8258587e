import type { TerminalExit, ToolCallContentItem, ToolCallFields } from "./events.js";
import type { PermissionAnswer, PermissionQuestion } from "./sessionClient.js";
import type { Stage } from "./stage.js";

/** A tool call that has been announced to the client. */
export interface ScriptedCall {
  /** The id of the tool call. */
  readonly toolCallId: string;
  /** Sends fields that change. Works at any time, even after the end of the call. */
  update(fields: ToolCallFields): Promise<void>;
  /** Asks for permission to run the call. Rejects if the client cancels the request. */
  askPermission(
    question?: Pick<PermissionQuestion, "options" | "signal">,
  ): Promise<PermissionAnswer>;
  /** Opens a terminal that belongs to the call. */
  openTerminal(command: string): Promise<ScriptedTerminal>;
  /** Reports that the call has completed. */
  complete(fields?: ToolCallFields): Promise<void>;
  /** Reports that the call has failed, with a text or with other fields. */
  fail(reason?: string | ToolCallFields): Promise<void>;
}

/** A terminal in which a script pretends to run a command. */
export interface ScriptedTerminal {
  /** The id of the terminal. */
  readonly terminalId: string;
  /** Prints output. */
  write(text: string): Promise<void>;
  /** Reports the end of the command. */
  exit(end: TerminalExit): Promise<void>;
}

/** Announces a tool call. */
export async function announceToolCall(
  stage: Stage,
  fields: ToolCallFields,
): Promise<ScriptedCall> {
  const { session, emit } = stage;
  const toolCallId = session.ids.next("call");
  let isOpen = true;

  async function update(change: ToolCallFields): Promise<void> {
    if (change.status !== undefined) isOpen = !isFinal(change.status);
    await emit({ type: "call", toolCallId, ...change });
  }

  stage.cleanups.push(async () => {
    const status = stage.signal.aborted ? "cancelled" : "failed";
    if (isOpen) await update({ status, rawOutput: { error: "The turn ended early." } });
  });
  isOpen = !isFinal(fields.status);
  await emit({ type: "call", toolCallId, isNew: true, ...fields });
  return {
    toolCallId,
    update,
    askPermission: (question) => stage.askPermission({ ...question, toolCallId, call: fields }),
    async openTerminal(command) {
      const terminalId = session.ids.next("terminal");
      await emit({ type: "terminal", terminalId, toolCallId, command, cwd: session.cwd });
      return {
        terminalId,
        write: (text) => emit({ type: "output", terminalId, toolCallId, text }),
        exit: (end) => emit({ type: "exit", terminalId, ...end }),
      };
    },
    complete: (change) => update({ ...change, status: "completed" }),
    fail: (reason) => update({ ...toFailure(reason), status: "failed" }),
  };
}

const isFinal = (status: ToolCallFields["status"]): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

function toFailure(reason: string | ToolCallFields | undefined): ToolCallFields {
  if (typeof reason !== "string") return reason ?? {};
  return { content: [createTextContent(reason)], rawOutput: { error: reason } };
}

export const createTextContent = (text: string): ToolCallContentItem => ({ type: "text", text });

/** Runs the cleanups, the last one first. */
export async function runCleanups({ cleanups }: Stage): Promise<void> {
  for (const clean of cleanups.toReversed()) {
    // The client may have disconnected, in which case the update cannot be delivered.
    await clean().catch(() => {});
  }
}
