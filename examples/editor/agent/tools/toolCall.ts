import type { CallContent, CallFields } from "../act.js";
import type { Turn } from "../turn.js";

/** One tool call the client knows of. */
export interface OpenToolCall {
  readonly toolCallId: string;
  update(fields: CallFields): Promise<void>;
  /** Sends the last status, after which nothing more is sent. */
  end(status: "completed" | "failed" | "cancelled", fields?: CallFields): Promise<void>;
}

/** Announces a tool call. A turn that ends early ends the call as well. */
export async function openToolCall(turn: Turn, fields: CallFields): Promise<OpenToolCall> {
  const toolCallId = turn.session.ids.next("call");
  let isOpen = true;

  async function update(change: CallFields): Promise<void> {
    if (isOpen) await turn.show({ type: "call", toolCallId, ...change });
  }

  async function end(...[status, change]: Parameters<OpenToolCall["end"]>): Promise<void> {
    const last = update({ status, ...change });
    isOpen = false;
    await last;
  }

  turn.cleanups.push(() => {
    const status = turn.signal.aborted ? "cancelled" : "failed";
    return end(status, { rawOutput: { error: "The turn ended early." } });
  });
  await turn.show({ type: "call", toolCallId, isNew: true, ...fields });
  return { toolCallId, update, end };
}

export const textContent = (text: string): CallContent => ({ type: "text", text });
