import type { ToolCall, ToolCallPhase } from "@acp-store/core";
import type { TimeSpan } from "../time/Duration.js";
import type { IconName } from "../controls/iconPaths.js";
import type { UiTexts } from "../texts/texts.js";

/** The phase of a tool call as it is displayed. */
export interface PhaseDisplay {
  /** The phase. */
  readonly phase: ToolCallPhase;
  /** The text for the user. */
  readonly label: string;
  /** Without an icon, a spinner is shown. */
  readonly icon?: IconName;
  /** The word between the label and the duration. */
  readonly durationPrefix?: string;
}

const PHASE_ICONS: Readonly<Record<ToolCallPhase, IconName | undefined>> = {
  pending: "clock",
  awaiting_permission: "shield",
  running: undefined,
  completed: "check",
  failed: "cross",
  rejected: "shieldCross",
  cancelled: "ban",
  unfinished: "minus",
};

/** Returns the icon and the text of a phase. */
export function createPhaseDisplay(
  phase: ToolCallPhase,
  texts: UiTexts["toolCallPhase"],
): PhaseDisplay {
  const icon = PHASE_ICONS[phase];
  const durationPrefix = getDurationPrefix(phase, texts);
  return {
    phase,
    label: texts[phase],
    ...(icon !== undefined && { icon }),
    ...(durationPrefix !== undefined && { durationPrefix }),
  };
}

function getDurationPrefix(
  phase: ToolCallPhase,
  texts: UiTexts["toolCallPhase"],
): string | undefined {
  if (phase === "completed") return texts.completedIn;
  return phase === "failed" || phase === "cancelled" ? texts.endedAfter : undefined;
}

/** The statuses of running calls that are not shown, because the phase says the same. */
const PLAIN_STATUSES: ReadonlySet<string> = /* @__PURE__ */ new Set(["pending", "in_progress"]);

/** Returns the phase of a tool call as it is displayed. A custom status is shown as it was sent. */
export function getPhaseDisplay(
  { phase, status }: Pick<ToolCall, "phase" | "status">,
  texts: UiTexts["toolCallPhase"],
): PhaseDisplay {
  const display = createPhaseDisplay(phase, texts);
  if (phase !== "running" || PLAIN_STATUSES.has(status)) return display;
  return status === "paused"
    ? { phase, label: texts.paused, icon: "pause" }
    : { ...display, label: status };
}

/**
 * Returns the time that a tool call has run, without the time that it waited for its approval.
 * `undefined` for calls that have not started or never ended, for rejected calls, which never ran, and
 * for replayed calls, whose times are those of the replay.
 */
export function getToolCallSpan(
  { startedAt, endedAt, replayed, phase }: ToolCall,
  allowedAt: number | undefined,
): TimeSpan | undefined {
  if (replayed || phase === "rejected" || (startedAt === undefined && allowedAt === undefined))
    return undefined;
  const start = Math.max(startedAt ?? 0, allowedAt ?? 0);
  if (phase === "running") return { start };
  return endedAt === undefined ? undefined : { start, end: endedAt };
}
