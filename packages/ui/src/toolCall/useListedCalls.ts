import { selectSession, type ToolCall } from "@acp-store/core";
import { createReadSource, toolCallRead } from "@acp-store/core/reads";
import { useAcpView, useSessionId } from "@acp-store/react";
import { useMemo, useSyncExternalStore } from "react";

/** Returns tool calls by their ids. The list keeps its reference until one of them changes. */
export function useListedCalls(ids: readonly string[]): readonly ToolCall[] {
  const view = useAcpView();
  const sessionId = useSessionId();
  // The ids are listed again with each new row.
  const key = JSON.stringify(ids);
  const source = useMemo(() => {
    const listed: readonly string[] = JSON.parse(key);
    return createReadSource(view, {
      targets: listed.flatMap((id) => toolCallRead(sessionId, id).targets ?? []),
      read: (state) => {
        const calls = selectSession(state, sessionId)?.toolCalls;
        return listed.flatMap((id) => calls?.get(id) ?? []);
      },
    });
  }, [view, sessionId, key]);
  return useSyncExternalStore(source.subscribe, source.get, source.getInitial);
}
