import type { ToolCall } from "@acp-store/core";
import { useSessionId } from "@acp-store/react";
import { useMemo, useState } from "react";
import { useKeptChoice } from "../context/useKeptChoice.js";
import type { ToolCallItem } from "../conversation/groupTimeline.js";
import { toolCallGroupTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { type CallsSummary, summarizeCalls } from "./summarizeCalls.js";
import { useListedCalls } from "./useListedCalls.js";

/** Larger groups are summarized. */
const MAX_SEPARATE_CALLS = 5;
/** The number of calls that a summarized group shows while the agent is working on it. */
const CURRENT_CALLS = 3;
const CALLS_PER_STEP = 50;
const NO_IDS: readonly string[] = [];
const NO_CALLS: readonly ToolCallItem[] = [];
const ACTIVE_PHASES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "running",
  "awaiting_permission",
]);

/** A group of tool calls as the conversation shows it. */
export interface ToolCallGroupState {
  /** The summary. `undefined` for a small group, which shows all of its calls. */
  readonly summary: CallsSummary | undefined;
  /** Whether the user has opened the summarized group. */
  readonly isOpen: boolean;
  /** Opens or closes the summarized group. */
  toggle(): void;
  /** The calls to show, oldest first. */
  readonly shown: readonly ShownCall[];
  /** The number of calls at the start that an open group does not show yet. */
  readonly hiddenCount: number;
  /** Shows earlier calls of an open group. */
  showEarlier(): void;
  /** Keeps the shown calls while one of them has the focus. */
  readonly listProps: { onFocus(): void; onBlur(): void };
}

interface ShownCall extends ToolCallItem {
  /** Whether the card of the call starts closed, as in a list. */
  readonly startsClosed: boolean;
}

/**
 * Returns the logic of a group of tool calls. A large group is summarized: besides the summary, it shows
 * the calls that are running or wait for an approval, and a few others while the agent is working on it.
 */
export function useToolCallGroup(
  calls: readonly ToolCallItem[],
  isStreaming: boolean,
): ToolCallGroupState {
  const sessionId = useSessionId();
  const texts = useTexts("toolCallGroup", toolCallGroupTexts);
  const [choice = false, setChoice] = useKeptChoice(`${sessionId} group ${calls[0]?.toolCallId}`);
  const [stepCount, setStepCount] = useState(1);
  const [focused, setFocused] = useState(NO_IDS);
  const isSummarized = calls.length > MAX_SEPARATE_CALLS;
  const listed = useListedCalls(isSummarized ? calls : NO_CALLS);
  const summary = useMemo(
    () => (isSummarized ? summarizeCalls(listed, texts) : undefined),
    [isSummarized, listed, texts],
  );

  const isOpen = isSummarized && choice;
  const current = new Set([...listCurrentCalls(listed, isStreaming), ...focused]);
  const first = isOpen ? Math.max(0, calls.length - stepCount * CALLS_PER_STEP) : calls.length;
  const shown = calls
    .filter(({ toolCallId }, at) => !isSummarized || at >= first || current.has(toolCallId))
    .map((item) => ({
      ...item,
      startsClosed:
        isSummarized && (current.size > MAX_SEPARATE_CALLS || !current.has(item.toolCallId)),
    }));
  return {
    summary,
    isOpen,
    toggle: () => setChoice(!isOpen),
    shown,
    hiddenCount: isOpen ? calls.length - shown.length : 0,
    showEarlier: () => setStepCount(stepCount + 1),
    listProps: {
      onFocus: () => setFocused(shown.map(({ toolCallId }) => toolCallId)),
      onBlur: () => setFocused(NO_IDS),
    },
  };
}

/**
 * Lists the calls that are running or wait for an approval. While the agent is working on the group,
 * the next pending calls are current as well, or else the newest ones.
 */
function listCurrentCalls(calls: readonly ToolCall[], isStreaming: boolean): readonly string[] {
  const active = calls.filter(({ phase }) => ACTIVE_PHASES.has(phase));
  const pending = calls.filter(({ phase }) => phase === "pending").slice(0, CURRENT_CALLS);
  const recent = pending.length > 0 ? pending : calls.slice(-CURRENT_CALLS);
  return [...active, ...(isStreaming ? recent : [])].map(({ toolCallId }) => toolCallId);
}
