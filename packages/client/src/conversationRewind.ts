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
  /** The agent's id of its last message. */
  readonly lastMessageId: string | undefined;
}

/** Nothing is kept, and no agent can fork or rewind to nothing without a trace of the old transcript. */
const NEW_SESSION: RewindStep = { type: "new_session" };

/** The request of each dialect. The core has the table of the agents that know it. */
const STEPS: Readonly<Record<RewindDialect, (kept: KeptConversation) => RewindStep>> = {
  // Tried with claude-agent-acp 0.100.0 and codex-acp 2.6.0. The fork ends with the message, or with
  // its turn. The response is that of `session/fork`.
  air_fork: ({ lastMessageId: messageId }) =>
    messageId === undefined
      ? NEW_SESSION
      : { type: "fork", meta: { jetbrains: { air: { fork: { version: 1, messageId } } } } },
  // Tried with Qwen Code 0.24.4. The index counts prompts from 0. The agent has a history of the files
  // too, which would write them.
  qwen_rewind: ({ sessionId, promptCount }) =>
    promptCount === 0
      ? NEW_SESSION
      : {
          type: "rewind",
          method: "rewindSession",
          params: { sessionId, targetTurnIndex: promptCount, rewindFiles: false },
        },
};

/**
 * Returns the request that takes a conversation back.
 *
 * @throws AcpConnectionError with reason `unsupported` if the agent has no such request, and with reason
 * `invalid_request` if the session does not have the message.
 */
export function planRewind(store: AcpStore, request: SessionRewind): RewindStep {
  const { sessionId, messageId } = request;
  const state = store.getState();
  const dialect = findRewindDialect(state);
  if (dialect === undefined)
    throw new AcpConnectionError(
      "unsupported",
      "This agent cannot take a conversation back. Create a new session with newSession.",
    );
  const session = state.sessions.get(sessionId);
  let promptCount = 0;
  let lastMessageId: string | undefined;
  for (const item of session?.timeline ?? []) {
    const message = item.type === "message" ? session?.messages.get(item.id) : undefined;
    if (message?.role === "user") {
      if (item.id === messageId) return STEPS[dialect]({ sessionId, promptCount, lastMessageId });
      promptCount++;
    } else if (message?.role === "agent") lastMessageId = message.messageId;
  }
  throw createUnknownMessageError(request);
}

/** Returns the error for a message that a conversation cannot be taken back to. */
export function createUnknownMessageError({ sessionId, messageId }: SessionRewind): Error {
  return new AcpConnectionError(
    "invalid_request",
    `Session "${sessionId}" of this connection has no message of the user with the key "${messageId}". Pass a key of session.messages.`,
  );
}
