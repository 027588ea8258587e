import { useSession } from "@acp-store/react";
import type { VirtualItem } from "@tanstack/react-virtual";
import { type FocusEvent, type ReactElement, useMemo } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { Icon } from "../ui/Icon.js";
import { ActivityRow } from "./ActivityRow.js";
import { BlockView, useGrowingRow } from "./ConversationBlock.js";
import { EmptyState } from "./EmptyState.js";
import { onPageKey } from "./pageKeys.js";
import { useBlocks } from "./useBlocks.js";
import { useTranscript } from "./useTranscript.js";
import "./conversation.css";

/** Renders again when a row is added; what happens inside of a row is the row's own affair. */
export function Conversation(): ReactElement {
  const blocks = useBlocks();
  const keys = useMemo(() => blocks.map(({ key }) => key), [blocks]);
  const { isRecording } = usePanelScope();
  // Who sends something wants to see what becomes of it; in a recording somebody else does.
  const sent = useSession((session) => (isRecording ? 0 : (session?.turns.size ?? 0)));
  const { scroller, content, virtualizer, isAway, jump, holdRow } = useTranscript(keys, sent);
  const growingRow = useGrowingRow(blocks);

  const row = ({ index, key, start }: VirtualItem): ReactElement | null => {
    const block = blocks[index];
    if (block === undefined) return null;
    return (
      <div
        key={key}
        ref={virtualizer.measureElement}
        role="listitem"
        aria-posinset={index + 1}
        aria-setsize={blocks.length}
        className="row"
        data-index={index}
        data-key={key}
        style={{ transform: `translateY(${start}px)` }}
      >
        <BlockView block={block} isGrowing={index === growingRow} />
        {index === blocks.length - 1 && <ActivityRow />}
      </div>
    );
  };
  return (
    <main className="conversation" aria-label="Conversation">
      <div
        className="conversation-scroll"
        ref={scroller}
        tabIndex={0}
        role="region"
        aria-label="Messages"
        onFocus={(event) => holdRow(keyOf(event))}
        onBlur={() => holdRow(undefined)}
        onKeyDown={onPageKey}
      >
        {blocks.length === 0 ? (
          <EmptyState />
        ) : (
          <div
            ref={content}
            className="rows"
            role="list"
            style={{ height: virtualizer.getTotalSize() }}
          >
            {virtualizer.getVirtualItems().map(row)}
          </div>
        )}
      </div>
      {isAway && (
        <button type="button" className="jump" onClick={jump}>
          <Icon name="arrowDown" />
          Jump to latest
        </button>
      )}
    </main>
  );
}

function keyOf({ target }: FocusEvent<HTMLElement>): string | undefined {
  return target.closest<HTMLElement>("[data-key]")?.dataset["key"];
}
