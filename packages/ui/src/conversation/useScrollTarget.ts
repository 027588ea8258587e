import {
  type Context,
  createContext,
  type Ref,
  useContext,
  useEffect,
  useImperativeHandle,
  useRef,
} from "react";
import { useAcpUi } from "../context/acpUi.js";
import type { ConversationTarget } from "../context/acpUiContext.js";
import type { ConversationBlock } from "./groupTimeline.js";
import type { VirtualRows } from "./useVirtualRows.js";

/** Moves a conversation. */
export interface ConversationHandle {
  /** Scrolls to a message or a tool call, and focuses it. Does nothing if the conversation does not show it. */
  scrollTo(target: ConversationTarget): void;
  /** Returns whether another part is shown in the place of the conversation. */
  isHidden(): boolean;
}

/** The reference that the conversation sets. */
export const ConversationHandleContext: Context<Ref<ConversationHandle> | undefined> =
  /* @__PURE__ */ createContext<Ref<ConversationHandle> | undefined>(undefined);

/** Lets other parts move to a row of the conversation, and moves to the row that the application names. */
export function useScrollTarget(blocks: readonly ConversationBlock[], rows: VirtualRows): void {
  const { scroller, virtualizer, pinRow, stopFollowing } = rows;
  const { shownRow } = useAcpUi();
  const shownIndex = shownRow === undefined ? -1 : blocks.findIndex(({ key }) => key === shownRow);
  const isShownRowKnown = shownIndex >= 0;
  useEffect(() => {
    if (!isShownRowKnown) return;
    stopFollowing();
    virtualizer.scrollToIndex(shownIndex, { align: "center" });
    // Once for each row, because the user may scroll away.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isShownRowKnown, shownRow]);
  /** The target that gets the focus when it is rendered. */
  const wanted = useRef<ConversationTarget & { readonly key: string }>(undefined);
  useImperativeHandle(useContext(ConversationHandleContext), () => ({
    isHidden() {
      const element = scroller.current;
      return element !== null && getComputedStyle(element).visibility === "hidden";
    },
    scrollTo(target) {
      const index = blocks.findIndex((block) => isBlockOf(block, target));
      const key = blocks[index]?.key;
      if (key === undefined) return;
      stopFollowing();
      // Keeps the row rendered until it has the focus.
      pinRow(key);
      virtualizer.scrollToIndex(index, { align: "start" });
      wanted.current = { ...target, key };
      if (focusTarget(scroller.current, wanted.current)) wanted.current = undefined;
    },
  }));
  // After each render, because a row is rendered while the view scrolls to it.
  useEffect(() => {
    if (wanted.current === undefined) return;
    if (focusTarget(scroller.current, wanted.current)) wanted.current = undefined;
  });
}

/** Focuses the tool call, or else the row with the key. Returns whether the row is rendered. */
function focusTarget(
  scroller: HTMLElement | null,
  { type, id, key }: ConversationTarget & { readonly key: string },
): boolean {
  const row = findElement(scroller, "key", key);
  if (row === undefined) return false;
  const call = type === "tool_call" ? findElement(row, "call", id) : undefined;
  const element = call ?? row;
  element.tabIndex = -1;
  // A row can be higher than the view.
  element.focus({ preventScroll: call === undefined });
  return true;
}

function isBlockOf(block: ConversationBlock, { type, id }: ConversationTarget): boolean {
  if (type === "message") return block.type === "message" && block.id === id;
  return block.type === "tool_calls" && block.calls.some(({ toolCallId }) => toolCallId === id);
}

function findElement(
  parent: HTMLElement | null,
  name: "key" | "call",
  value: string,
): HTMLElement | undefined {
  return parent?.querySelector<HTMLElement>(`[data-${name}="${CSS.escape(value)}"]`) ?? undefined;
}
