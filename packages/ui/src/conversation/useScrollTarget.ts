import {
  type Context,
  createContext,
  type Ref,
  useContext,
  useEffect,
  useImperativeHandle,
  useState,
} from "react";
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

/** Lets other parts move to a row of the conversation. */
export function useScrollTarget(blocks: readonly ConversationBlock[], rows: VirtualRows): void {
  const { scroller, virtualizer, pinRow, stopFollowing } = rows;
  const [wanted, setWanted] = useState<ConversationTarget & { readonly key: string }>();
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
      setWanted({ ...target, key });
    },
  }));
  // Not only when `wanted` changes: the row is rendered while the view scrolls to it.
  useEffect(() => {
    const row = wanted && findElement(scroller.current, "key", wanted.key);
    if (wanted === undefined || !row) return;
    const call = wanted.type === "tool_call" ? findElement(row, "call", wanted.id) : undefined;
    const element = call ?? row;
    element.tabIndex = -1;
    element.focus({ preventScroll: call === undefined });
    setWanted(undefined);
  });
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
