import { selectSession } from "@acp-store/core";
import { useAcpView, useSession, useSessionId, useTimeline } from "@acp-store/react";
import { useMemo } from "react";
import { type ConversationBlock, groupTimeline } from "./groupTimeline.js";

/** Returns the rows of the session's conversation. The list is stable until a row is added. */
export function useBlocks(): readonly ConversationBlock[] {
  const sessionId = useSessionId();
  const view = useAcpView();
  const timeline = useTimeline();
  const turnCount = useSession((session) => session?.turns.size ?? 0);
  return useMemo(
    () => groupTimeline(timeline, selectSession(view.getState(), sessionId)),
    // A turn without a prompt message adds a turn end without changing the timeline.
    // oxlint-disable-next-line react/exhaustive-deps
    [timeline, turnCount, view, sessionId],
  );
}
