import type { VirtualItem } from "@tanstack/react-virtual";
import { type ReactElement, useState } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { type KeptChoices, KeptChoicesContext } from "../context/useKeptChoice.js";
import { Icon } from "../controls/Icon.js";
import { PartBoundary } from "../failure/PartBoundary.js";
import { conversationTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { ActivityRow } from "./ActivityRow.js";
import { BlockView } from "./BlockView.js";
import { EmptyState } from "./EmptyState.js";
import { useConversation } from "./useConversation.js";

/** The scrollable list of rows. Renders when a row is added. Each row reads its own updates. */
export function Conversation(): ReactElement {
  const { blocks, streamingIndex, virtualizer, scroller, scrollerProps, content, ...view } =
    useConversation();
  const { slots, shownRow } = useAcpUi();
  const { EmptyState: Empty = EmptyState } = slots;
  const texts = useTexts("conversation", conversationTexts);
  const [kept] = useState((): KeptChoices => new Map());

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
        data-shown={key === shownRow || undefined}
        aria-current={key === shownRow || undefined}
        style={{ transform: `translateY(${start}px)` }}
      >
        <BlockView block={block} isStreaming={index === streamingIndex} />
        {index === blocks.length - 1 && <ActivityRow />}
      </div>
    );
  };
  return (
    <section className="acp-ui acp-conversation" aria-label={texts.label}>
      <div
        className="acp-conversation-scroll"
        ref={scroller}
        tabIndex={0}
        role="region"
        aria-label={texts.messages}
        {...scrollerProps}
      >
        {blocks.length === 0 ? (
          <PartBoundary>
            <Empty />
          </PartBoundary>
        ) : (
          <div
            ref={content}
            className="acp-rows"
            role="list"
            style={{ height: virtualizer.getTotalSize() }}
          >
            <KeptChoicesContext.Provider value={kept}>
              {virtualizer.getVirtualItems().map(row)}
            </KeptChoicesContext.Provider>
          </div>
        )}
      </div>
      {view.isScrolledUp && (
        <button type="button" className="acp-jump-button" onClick={view.jumpToEnd}>
          <Icon name="arrowDown" />
          {texts.jumpToLatest}
        </button>
      )}
    </section>
  );
}
