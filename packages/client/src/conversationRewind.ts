import type { AcpStore } from "@acp-store/core";
import { findRewindDialect, type RewindDialect, type SessionRewind } from "@acp-store/core/actions";
import { AcpConnectionError } from "./errors.js";

/** The request that takes a conversation back. */
export type RewindStep =
  | { readonly type: "new_session" }
  | { readonly type: "fork"; readonly meta: Readonly<Record<string, unknown>> }
  | { readonly type: "rewind"; readonly method: string; readonly params: object };

/** The part of a conversation that is kept. */
interface KeptConversation {
  readonly sessionId: string;
  readonly promptCount: number;
  /** The agent's id of its last message or thought in the last turn. */
  readonly lastMessageId: string | undefined;
}

/** The request of each dialect. The core has the table of the agents that know it. */
const STEPS: Readonly<Record<RewindDialect, (kept: KeptConversation) => RewindStep>> = {
  // Tried with claude-agent-acp 0.100.0 and codex-acp 2.6.0. The fork ends with the message, or with
  // its turn. The response is that of `session/fork`.
  air_fork({ lastMessageId: messageId }) {
    if (messageId === undefined) throw createRewindError("fork a turn in which it sent no message");
    return { type: "fork", meta: { jetbrains: { air: { fork: { version: 1, messageId } } } } };
  },
  // Tried with Qwen Code 0.24.4. The index counts prompts from 0. The agent has a history of the files
  // too, and would write them.
  qwen_rewind: ({ sessionId, promptCount }) => ({
    type: "rewind",
    method: "rewindSession",
    params: { sessionId, targetTurnIndex: promptCount, rewindFiles: false },
  }),
};

/**
 * Returns the request that takes a conversation back. If nothing of it is kept, that is a new session: a
 * fork needs a message, and the replay of an empty transcript would leave the old one in the store.
 *
 * @throws AcpConnectionError with reason `unsupported` if the agent has no such request, and with reason
 * `invalid_request` if the session does not have the message.
 */
export function planRewind(store: AcpStore, request: SessionRewind): RewindStep {
  const { sessionId, messageId } = request;
  const state = store.getState();
  const dialect = findRewindDialect(state);
  if (dialect === undefined) throw createRewindError("take a conversation back");
  const session = state.sessions.get(sessionId);
  let promptCount = 0;
  let lastMessageId: string | undefined;
  for (const item of session?.timeline ?? []) {
    const message = item.type === "message" ? session?.messages.get(item.id) : undefined;
    if (message === undefined) continue;
    if (message.role !== "user") lastMessageId = message.messageId;
    else if (item.id !== messageId) {
      promptCount++;
      lastMessageId = undefined;
    } else if (promptCount === 0) return { type: "new_session" };
    else return STEPS[dialect]({ sessionId, promptCount, lastMessageId });
  }
  throw createUnknownMessageError(request);
}

function createRewindError(action: string): Error {
  return new AcpConnectionError(
    "unsupported",
    `This agent cannot ${action}. Create a new session with newSession.`,
  );
}

/** Returns the error for a message that a conversation cannot be taken back to. */
export function createUnknownMessageError({ sessionId, messageId }: SessionRewind): Error {
  return new AcpConnectionError(
    "invalid_request",
    `Session "${sessionId}" of this connection has no message of the user with the key "${messageId}". Pass a key of session.messages.`,
  );
}
