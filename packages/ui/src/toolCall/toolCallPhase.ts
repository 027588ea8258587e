import { isFinalStatus, type ToolCall } from "@acp-store/core";
import type { TimeSpan } from "../time/Duration.js";
import type { IconName } from "../controls/iconPaths.js";
import type { UiTexts } from "../texts/texts.js";

/** The displayed phase of a tool call, with its label and icon. */
export interface ToolCallPhase {
  /** The phase. */
  readonly name:
    | "pending"
    | "needs_approval"
    | "running"
    | "completed"
    | "failed"
    | "cancelled"
    | "stale";
  /** The text for the user. */
  readonly label: string;
  /** Without an icon, a spinner is shown. */
  readonly icon?: IconName;
  /** The word between the label and the duration. */
  readonly durationPrefix?: string;
}

const PHASE_BY_STATUS: ReadonlyMap<string, ToolCallPhase["name"]> = /* @__PURE__ */ new Map<
  string,
  ToolCallPhase["name"]
>([
  ["pending", "pending"],
  ["in_progress", "running"],
  ["completed", "completed"],
  ["failed", "failed"],
  ["cancelled", "cancelled"],
]);
const PHASE_ICONS: Readonly<Record<ToolCallPhase["name"], IconName | undefined>> = {
  pending: "clock",
  needs_approval: "shield",
  running: undefined,
  completed: "check",
  failed: "cross",
  cancelled: "ban",
  stale: "ban",
};

/** Returns a phase with its icon and its text. */
export function createPhase(
  name: ToolCallPhase["name"],
  texts: UiTexts["toolCallStatus"],
): ToolCallPhase {
  const icon = PHASE_ICONS[name];
  const durationPrefix = getDurationPrefix(name, texts);
  return {
    name,
    label: texts[name],
    ...(icon !== undefined && { icon }),
    ...(durationPrefix !== undefined && { durationPrefix }),
  };
}

function getDurationPrefix(
  name: ToolCallPhase["name"],
  texts: UiTexts["toolCallStatus"],
): string | undefined {
  if (name === "completed") return texts.completedIn;
  return name === "failed" || name === "cancelled" ? texts.endedAfter : undefined;
}

type StatusFields = Pick<ToolCall, "status" | "stale">;

/** The state of the latest permission request of a tool call. */
export interface ToolCallApproval {
  /** Whether the request waits for an answer. */
  readonly isPending: boolean;
  /** When the user allowed the call, in ms since the epoch. */
  readonly allowedAt?: number | undefined;
}

/** Returns the phase of a tool call. */
export function getToolCallPhase(
  { status, stale }: StatusFields,
  texts: UiTexts["toolCallStatus"],
  { isPending, allowedAt }: ToolCallApproval = { isPending: false },
): ToolCallPhase {
  if (isPending && !isFinalStatus(status)) return createPhase("needs_approval", texts);
  if (stale) return createPhase("stale", texts);
  // Some agents report no progress between the approval and the result.
  if (status === "pending" && allowedAt !== undefined) return createPhase("running", texts);
  const name = PHASE_BY_STATUS.get(status);
  // An unknown status counts as running.
  return name === undefined ? { name: "running", label: status } : createPhase(name, texts);
}

/**
 * Returns the time that a tool call has run, without the time that it waited for its approval.
 * `undefined` for calls that have not started or never ended, and for replayed calls, whose times
 * are those of the replay.
 */
export function getToolCallSpan(
  { startedAt, endedAt, replayed }: ToolCall,
  { name }: ToolCallPhase,
  { allowedAt }: ToolCallApproval,
): TimeSpan | undefined {
  if (replayed || (startedAt === undefined && allowedAt === undefined)) return undefined;
  const start = Math.max(startedAt ?? 0, allowedAt ?? 0);
  if (name === "running") return { start };
  return endedAt === undefined ? undefined : { start, end: endedAt };
}
