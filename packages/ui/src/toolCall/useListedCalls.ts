import { selectSession, type ToolCall } from "@acp-store/core";
import { createReadSource, toolCallRead } from "@acp-store/core/reads";
import { useAcpView, useSessionId } from "@acp-store/react";
import { useMemo, useSyncExternalStore } from "react";
import type { ToolCallItem } from "../conversation/groupTimeline.js";
import { withShownContent } from "./shownContent.js";

/**
 * Returns tool calls with the content that is shown. The list keeps its reference until one of them
 * changes.
 */
export function useListedCalls(items: readonly ToolCallItem[]): readonly ToolCall[] {
  const view = useAcpView();
  const sessionId = useSessionId();
  // The items are listed again with each new row.
  const key = JSON.stringify(items);
  const source = useMemo(() => {
    const listed: readonly ToolCallItem[] = JSON.parse(key);
    return createReadSource(view, {
      targets: listed.flatMap(
        ({ toolCallId }) => toolCallRead(sessionId, toolCallId).targets ?? [],
      ),
      read: (state) => {
        const { toolCalls, permissions } = selectSession(state, sessionId) ?? {};
        return listed.flatMap(({ toolCallId, permissionIds }) => {
          const call = toolCalls?.get(toolCallId);
          const permission = permissions?.get(permissionIds.at(-1) ?? "");
          return call === undefined ? [] : withShownContent(call, permission);
        });
      },
    });
  }, [view, sessionId, key]);
  return useSyncExternalStore(source.subscribe, source.get, source.getInitial);
}
