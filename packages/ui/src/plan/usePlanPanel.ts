import { isSessionBusy, type PlanEntry } from "@acp-store/core";
import { useQueue, useSession } from "@acp-store/react";
import { useState } from "react";
import { usePanelSize } from "../controls/usePanelSize.js";
import { useSessionPermissions } from "../permission/useSessionPermissions.js";
import { countDone, findCurrentStep } from "./PlanCard.js";
import { usePlanTurn } from "./usePlanTurn.js";

/** The plan of a session and its progress. */
export interface PlanPanelState {
  /** The ref of the root element. The size of the panel around it decides `isOpen`, or else that of the page. */
  readonly ref: (element: HTMLElement | null) => void;
  /**
   * Whether the plan has open steps, and no turn has begun since it changed. `Conversation` shows any
   * other plan at the end of its turn.
   */
  readonly isPinned: boolean;
  /** The steps. Empty without a plan. */
  readonly entries: readonly PlanEntry[];
  /** The number of completed steps. */
  readonly done: number;
  /** The step that the agent is working on, or the next one. */
  readonly current: PlanEntry | undefined;
  /** Whether the agent is working. */
  readonly isRunning: boolean;
  /** Whether the steps are shown. By default only while the agent is working and there is space. */
  readonly isOpen: boolean;
  /** Shows or hides the steps. */
  toggle(): void;
}

const NO_ENTRIES: readonly PlanEntry[] = [];

/**
 * Returns the logic of `PlanPanel`, for your own markup.
 *
 * @example
 * ```tsx
 * function Progress() {
 *   const { entries, done } = usePlanPanel();
 *   return <progress value={done} max={entries.length} aria-label="Plan" />;
 * }
 * ```
 */
export function usePlanPanel(): PlanPanelState {
  const { plan, isPinned } = usePlanTurn();
  const entries = plan?.entries ?? NO_ENTRIES;
  const isBusy = useSession(isSessionBusy);
  const isRunning = useSession((session) => session?.activity === "running");
  const [element, setElement] = useState<HTMLElement | null>(null);
  const { width, height } = usePanelSize(element);
  const isSmall = Math.min(width, height) <= 640;
  const isLow = height <= 1000;
  const hasPendingRequests = useSessionPermissions().length > 0;
  const hasQueue = useQueue().prompts.length > 0;
  const [choice, setChoice] = useState<boolean>();
  const done = countDone(entries);
  const isIdle = done === entries.length || !isBusy;
  const isOpen = choice ?? !(isIdle || isSmall || (isLow && (hasPendingRequests || hasQueue)));
  return {
    ref: setElement,
    isPinned,
    entries,
    done,
    current: findCurrentStep(entries),
    isRunning,
    isOpen,
    toggle: () => setChoice(!isOpen),
  };
}
