import {
  createHandoff,
  type Handoff,
  type HandoffPart,
  type HandoffReview,
} from "@acp-store/core/export";
import { useFleet } from "@acp-store/fleet/react";
import { useAcpView, useSession, useSessionId } from "@acp-store/react";
import type { ReviewState, ReviewView } from "@acp-store/review";
import { useProvidedReview } from "@acp-store/review/react";
import { useMemo, useState, useSyncExternalStore } from "react";
import { useFolderReview } from "./useFolderReview.js";

/** The record of the shown session for another agent, and what the user includes in it. */
export interface HandoffState {
  /** The record. `undefined` if the session was removed. */
  readonly handoff: Handoff | undefined;
  /** The parts that the user leaves out. */
  readonly without: readonly HandoffPart[];
  /** Includes a part, or leaves it out. */
  readonly setIncluded: (part: HandoffPart, isIncluded: boolean) => void;
  /** The largest size, in bytes. */
  readonly maxBytes: number;
  readonly setMaxBytes: (maxBytes: number) => void;
}

const DEFAULT_MAX_BYTES = 32_000;

/** Returns a record of the session as it is when the dialog opens, so that the user sends what is shown. */
export function useHandoff(agentId: string, agentName: string): HandoffState {
  const view = useAcpView();
  const sessionId = useSessionId();
  const [session] = useState(() => view.getState().sessions.get(sessionId ?? ""));
  const [without, setWithout] = useState<readonly HandoffPart[]>([]);
  const [maxBytes, setMaxBytes] = useState(DEFAULT_MAX_BYTES);
  const state = useReviewOfSession();
  const handoff = useMemo(() => {
    if (session === undefined) return undefined;
    const review = state && readReview(state, { agentId, sessionId: session.sessionId });
    return createHandoff(session, { maxBytes, agentName, without, ...(review && { review }) });
  }, [session, state, maxBytes, agentId, agentName, without]);
  return {
    handoff,
    without,
    setIncluded: (part, isIncluded) =>
      setWithout((parts) => [
        ...parts.filter((each) => each !== part),
        ...(isIncluded ? [] : [part]),
      ]),
    maxBytes,
    setMaxBytes,
  };
}

/** Returns the state of the review of the session's folder. */
function useReviewOfSession(): ReviewState | undefined {
  const cwd = useSession((session) => session?.cwd);
  const { review: folderReview } = useFolderReview(useFleet(), cwd);
  const review: ReviewView | undefined = useProvidedReview()?.review ?? folderReview;
  const getState = (): ReviewState | undefined => review?.getState();
  return useSyncExternalStore(review?.subscribe ?? neverChanges, getState, getState);
}

const neverChanges = (): (() => void) => () => {};

function readReview(
  { files, feedback }: ReviewState,
  session: { readonly agentId: string; readonly sessionId: string },
): HandoffReview {
  return {
    openChanges: Array.from(files.values(), ({ path, change, added, removed }) => ({
      ...{ path, operation: change },
      ...{ added, removed },
    })),
    rejections: feedback.flatMap(({ agentId, sessionId, text }) =>
      agentId === session.agentId && sessionId === session.sessionId ? [text] : [],
    ),
  };
}
