import { selectSession, type Session } from "@acp-store/core";
import { useAcpView, useSession, useSessionId, useTimeline } from "@acp-store/react";
import { useMemo } from "react";
import { type ConversationBlock, groupTimeline } from "./groupTimeline.js";

/** Returns the rows of the session's conversation. The list is stable until a row is added. */
export function useBlocks(): readonly ConversationBlock[] {
  const sessionId = useSessionId();
  const view = useAcpView();
  const timeline = useTimeline();
  const turnCount = useSession((session) => session?.turns.size ?? 0);
  const noticeCount = useSession(countNotices);
  return useMemo(
    () => groupTimeline(timeline, selectSession(view.getState(), sessionId)),
    // A notice, and the end of a turn without a prompt message, do not change the timeline.
    // oxlint-disable-next-line react/exhaustive-deps
    [timeline, turnCount, noticeCount, view, sessionId],
  );
}

/** Returns the number of all notices, also of those that the limit has removed. */
function countNotices(session: Session | undefined): number {
  return (session?.notices.length ?? 0) + (session?.dropped?.notices ?? 0);
}
