import type { CallContent, CallFields } from "../event.js";
import type { Turn } from "../turn.js";

/** A tool call that has been announced to the client. */
export interface OpenToolCall {
  readonly toolCallId: string;
  update(fields: CallFields): Promise<void>;
  /** Sends the final status. Later updates are ignored. */
  end(status: "completed" | "failed" | "cancelled", fields?: CallFields): Promise<void>;
}

/** Announces a tool call. The call is ended automatically if the turn ends before it. */
export async function announceToolCall(turn: Turn, fields: CallFields): Promise<OpenToolCall> {
  const toolCallId = turn.session.ids.next("call");
  let isOpen = true;

  async function update(change: CallFields): Promise<void> {
    if (isOpen) await turn.emit({ type: "call", toolCallId, ...change });
  }

  async function end(...[status, change]: Parameters<OpenToolCall["end"]>): Promise<void> {
    const sent = update({ status, ...change });
    isOpen = false;
    await sent;
  }

  turn.cleanups.push(() => {
    const status = turn.signal.aborted ? "cancelled" : "failed";
    return end(status, { rawOutput: { error: "The turn ended early." } });
  });
  await turn.emit({ type: "call", toolCallId, isNew: true, ...fields });
  return { toolCallId, update, end };
}

export const createTextContent = (text: string): CallContent => ({ type: "text", text });
