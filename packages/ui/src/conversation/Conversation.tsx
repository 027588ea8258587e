import { useSession } from "@acp-store/react";
import type { VirtualItem } from "@tanstack/react-virtual";
import { type FocusEvent, type ReactElement, useMemo } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import { ActivityRow } from "./ActivityRow.js";
import { BlockView, useStreamingBlockIndex } from "./BlockView.js";
import { EmptyState } from "./EmptyState.js";
import { scrollByKey } from "./scrollByKey.js";
import { useBlocks } from "./useBlocks.js";
import { useVirtualRows } from "./useVirtualRows.js";

/** The scrollable list of rows. Renders when a row is added. Each row reads its own updates. */
export function Conversation(): ReactElement {
  const blocks = useBlocks();
  const keys = useMemo(() => blocks.map(({ key }) => key), [blocks]);
  const { isRecording, slots } = useAcpUi();
  const { EmptyState: Empty = EmptyState } = slots;
  // Sending a prompt scrolls to the end. In a recording the user did not send it.
  const turnCount = useSession((session) => (isRecording ? 0 : (session?.turns.size ?? 0)));
  const { scroller, content, virtualizer, isScrolledUp, jumpToEnd, pinRow } = useVirtualRows(
    keys,
    turnCount,
  );
  const streamingIndex = useStreamingBlockIndex(blocks);

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
        className="acp-row"
        data-index={index}
        data-key={key}
        style={{ transform: `translateY(${start}px)` }}
      >
        <BlockView block={block} isStreaming={index === streamingIndex} />
        {index === blocks.length - 1 && <ActivityRow />}
      </div>
    );
  };
  return (
    <main className="acp-ui acp-conversation" aria-label="Conversation">
      <div
        className="acp-conversation-scroll"
        ref={scroller}
        tabIndex={0}
        role="region"
        aria-label="Messages"
        onFocus={(event) => pinRow(getRowKey(event))}
        onBlur={() => pinRow(undefined)}
        onKeyDown={scrollByKey}
      >
        {blocks.length === 0 ? (
          <Empty />
        ) : (
          <div
            ref={content}
            className="acp-rows"
            role="list"
            style={{ height: virtualizer.getTotalSize() }}
          >
            {virtualizer.getVirtualItems().map(row)}
          </div>
        )}
      </div>
      {isScrolledUp && (
        <button type="button" className="acp-jump-button" onClick={jumpToEnd}>
          <Icon name="arrowDown" />
          Jump to latest
        </button>
      )}
    </main>
  );
}

function getRowKey({ target }: FocusEvent<HTMLElement>): string | undefined {
  return target.closest<HTMLElement>("[data-key]")?.dataset["key"];
}
