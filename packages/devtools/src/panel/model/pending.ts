import {
  type AcpState,
  type Elicitation,
  isFinalStatus,
  type Permission,
  type QueuedPrompt,
  type ToolCall,
} from "@acp-store/core";
import { explainCall, type Moment } from "./explainCall.js";
import type { Words } from "./words.js";

/** A tool call, and why it stands where it stands. */
export interface ExplainedCall {
  readonly sessionId: string;
  readonly call: ToolCall;
  readonly words: Words;
}

/** What a state waits for. */
export interface Pending {
  readonly permissions: readonly Permission[];
  readonly elicitations: readonly Elicitation[];
  readonly running: readonly ExplainedCall[];
  /** The agent has never said how they ended. */
  readonly unfinished: readonly ExplainedCall[];
  readonly queued: readonly { readonly sessionId: string; readonly prompt: QueuedPrompt }[];
}

export function pendingOf(state: AcpState, moment: Moment): Pending {
  const sessions = [...state.sessions.values()];
  const calls = sessions.flatMap((session) =>
    [...session.toolCalls.values()].flatMap((call) => {
      const words = explainCall(call, session, moment);
      return words === undefined ? [] : [{ sessionId: session.sessionId, call, words }];
    }),
  );
  const isRunning = ({ call }: ExplainedCall): boolean =>
    call.stale !== true && !isFinalStatus(call.status);
  return {
    permissions: sessions.flatMap((session) =>
      [...session.permissions.values()].filter(({ status }) => status === "pending"),
    ),
    elicitations: state.elicitations.filter(({ status }) => status === "pending"),
    running: calls.filter(isRunning),
    unfinished: calls.filter((call) => !isRunning(call)),
    queued: sessions.flatMap(({ sessionId, queue }) =>
      queue.map((prompt) => ({ sessionId, prompt })),
    ),
  };
}
