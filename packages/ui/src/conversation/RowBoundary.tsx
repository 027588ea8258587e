import type { Session } from "@acp-store/core";
import { useSession } from "@acp-store/react";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { ErrorBoundary } from "../failure/ErrorBoundary.js";
import { FailedPart } from "../failure/FailedPart.js";
import { clipText } from "../format/clipText.js";
import { formatJson } from "../format/formatJson.js";
import type { ConversationBlock } from "./groupTimeline.js";

interface RowBoundaryProps {
  readonly block: ConversationBlock;
  readonly children: ReactNode;
}

/**
 * Keeps an error inside of a row. The row shows its content as the store has it, until the content
 * changes.
 */
export function RowBoundary({ block, children }: RowBoundaryProps): ReactElement {
  return (
    <ErrorBoundary
      fallback={(error, retry) => <FailedRow block={block} error={error} onRetry={retry} />}
    >
      {children}
    </ErrorBoundary>
  );
}

interface FailedRowProps {
  readonly block: ConversationBlock;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function FailedRow({ block, error, onRetry }: FailedRowProps): ReactElement {
  const content = useSession((session) => session && selectContent(session, block));
  const getText = (maxCharacters?: number): string => formatContent(content ?? [], maxCharacters);
  const [failed] = useState(content);
  useEffect(() => {
    if (content !== failed) onRetry();
  }, [content, failed, onRetry]);
  return <FailedPart error={error} getText={getText} onRetry={onRetry} />;
}

/** Returns the content blocks of a message, or the entities that the row shows. */
function selectContent(session: Session, block: ConversationBlock): readonly unknown[] {
  switch (block.type) {
    case "message": {
      const { content = [], runStarts = [] } = session.messages.get(block.id) ?? {};
      const start = block.run === 0 ? 0 : runStarts[block.run - 1];
      return content.slice(start, runStarts[block.run]);
    }
    case "tool_calls":
      return block.calls.map(({ toolCallId }) => session.toolCalls.get(toolCallId));
    case "permission":
      return [session.permissions.get(block.id)];
    case "subagent":
      return [session.subagents.get(block.sessionId)];
    case "notice":
      return [session.notices[block.ordinal - (session.dropped?.notices ?? 0)]];
    case "compaction":
      return [session.compactions.get(block.id)];
    case "plan":
      return [...session.plans.values()];
    case "histories_differ":
      return [session.applicationRows.get(block.id)];
    case "turn_end":
      return [session.turns.get(block.turnId)];
  }
}

/** Texts are shown unchanged, and everything else as JSON. */
function formatContent(content: readonly unknown[], maxCharacters?: number): string {
  let text = "";
  for (const item of content) {
    if (maxCharacters !== undefined && text.length > maxCharacters) break;
    const separator = text === "" ? "" : "\n\n";
    text += separator + (isTextBlock(item) ? item.text : formatJson(item, maxCharacters));
  }
  return maxCharacters === undefined ? text : clipText(text, maxCharacters);
}

function isTextBlock(item: unknown): item is { readonly text: string } {
  return (
    typeof item === "object" &&
    item !== null &&
    "type" in item &&
    item.type === "text" &&
    "text" in item &&
    typeof item.text === "string"
  );
}
