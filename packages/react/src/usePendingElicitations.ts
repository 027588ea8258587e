import {
  type Elicitation,
  type ElicitationResponse,
  selectPendingElicitations,
} from "@acp-store/core";
import { useMemo } from "react";
import { answerable } from "./answerable.js";
import { type SessionOption, useAcpStore, useSessionId } from "./context.js";
import { sameItems, useWatched } from "./useWatched.js";

/** A request for input that waits, and the way to answer it. */
export interface PendingElicitation extends Elicitation {
  /** Accepts with the content, declines or cancels. Throws `AcpElicitationError` if it is too late. */
  respond(answer: ElicitationResponse): void;
}

/**
 * The requests for input that wait for an answer, the oldest first.
 * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
 *
 * @example
 * ```tsx
 * function Questions() {
 *   return usePendingElicitations().map((question) => (
 *     <button key={question.id} onClick={() => question.respond({ action: "decline" })}>
 *       {question.message} No.
 *     </button>
 *   ));
 * }
 * ```
 */
export function usePendingElicitations(options?: SessionOption): readonly PendingElicitation[] {
  const sessionId = useSessionId(options);
  return usePending(sessionId);
}

/** The same of all sessions and of none, such as while signing in; the oldest first. */
export function useAllPendingElicitations(): readonly PendingElicitation[] {
  return usePending(undefined);
}

function usePending(sessionId: string | undefined): readonly PendingElicitation[] {
  const store = useAcpStore();
  const select = useMemo(
    () =>
      answerable(({ elicitationId }: Elicitation, answer: ElicitationResponse) =>
        store.respondToElicitation(elicitationId, answer),
      ),
    [store],
  );
  return useWatched(
    [{ state: "elicitations" }],
    (state) => selectPendingElicitations(state, sessionId),
    select,
    sameItems,
  );
}
