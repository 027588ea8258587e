import { useSession } from "@acp-store/react";
import type { Virtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type KeyboardEvent, type RefObject, useMemo } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { useStreamingBlockIndex } from "./BlockView.js";
import type { ConversationBlock } from "./groupTimeline.js";
import { scrollByKey } from "./scrollByKey.js";
import { useBlocks } from "./useBlocks.js";
import { useScrollTarget } from "./useScrollTarget.js";
import { useVirtualRows } from "./useVirtualRows.js";

/** The rows of a conversation, and which of them to render. */
export interface ConversationState {
  /** The rows. The list is stable until a row is added. */
  readonly blocks: readonly ConversationBlock[];
  /** The index of the row that the agent is adding to, or -1. */
  readonly streamingIndex: number;
  /** The rows to render and their positions. */
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>;
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The other props of the element that scrolls. */
  readonly scrollerProps: ScrollerProps;
  /** The ref callback of the element inside the scroller that has the height of all rows. */
  readonly content: (element: HTMLDivElement | null) => (() => void) | undefined;
  /** Whether the user has scrolled away from the end. Otherwise the view follows new content. */
  readonly isScrolledUp: boolean;
  /** Scrolls to the end. */
  jumpToEnd(): void;
}

/** The props of the element that scrolls a conversation. */
export interface ScrollerProps {
  /** Keeps the row with the focus rendered. Rows need the attribute `data-key` with their key. */
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  /** Allows the row to be removed when it is scrolled out of view. */
  readonly onBlur: () => void;
  /** Scrolls with the keys Home, End, Page Up, Page Down and space. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Returns the logic of `Conversation`, for your own markup: the rows, their virtualization, and a
 * view that stays at the end. It renders when a row is added, not when a row changes. `BlockView`
 * renders a row.
 *
 * @example
 * ```tsx
 * function Rows() {
 *   const { blocks, streamingIndex, virtualizer, scroller, scrollerProps, content } = useConversation();
 *   return (
 *     <div ref={scroller} {...scrollerProps} tabIndex={0} style={{ overflow: "auto", height: 400 }}>
 *       <div ref={content} style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
 *         {virtualizer.getVirtualItems().map(({ index, key, start }) => {
 *           const block = blocks[index];
 *           return block === undefined ? null : (
 *             <div
 *               key={key}
 *               ref={virtualizer.measureElement}
 *               data-index={index}
 *               data-key={key}
 *               style={{ position: "absolute", transform: `translateY(${start}px)` }}
 *             >
 *               <BlockView block={block} isStreaming={index === streamingIndex} />
 *             </div>
 *           );
 *         })}
 *       </div>
 *     </div>
 *   );
 * }
 * ```
 */
export function useConversation(): ConversationState {
  const blocks = useBlocks();
  const keys = useMemo(() => blocks.map(({ key }) => key), [blocks]);
  const { isRecording } = useAcpUi();
  // Sending a prompt scrolls to the end. In a recording the user did not send it.
  const turnCount = useSession((session) => (isRecording ? 0 : (session?.turns.size ?? 0)));
  const virtualRows = useVirtualRows(keys, turnCount);
  useScrollTarget(blocks, virtualRows);
  const { scroller, pinRow, stopFollowing: _, ...rows } = virtualRows;
  const streamingIndex = useStreamingBlockIndex(blocks);
  const scrollerProps: ScrollerProps = {
    onFocus: (event) => pinRow(getRowKey(event)),
    onBlur: () => pinRow(undefined),
    onKeyDown: scrollByKey,
  };
  return { ...rows, blocks, streamingIndex, scroller, scrollerProps };
}

function getRowKey({ target }: FocusEvent<HTMLElement>): string | undefined {
  return target.closest<HTMLElement>("[data-key]")?.dataset["key"];
}
