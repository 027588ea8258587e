import { isFinalStatus, type ToolCall } from "@acp-store/core";
import type { TimeSpan } from "../time/Duration.js";
import type { IconName } from "../controls/iconPaths.js";

/** The displayed phase of a tool call, with its label and icon. */
export interface ToolCallPhase {
  readonly name:
    | "pending"
    | "needs_approval"
    | "running"
    | "completed"
    | "failed"
    | "cancelled"
    | "stale";
  readonly label: string;
  /** Without an icon, a spinner is shown. */
  readonly icon?: IconName;
  /** The word between the label and the duration. */
  readonly durationPrefix?: string;
}

const NEEDS_APPROVAL_PHASE: ToolCallPhase = {
  name: "needs_approval",
  label: "Needs approval",
  icon: "shield",
};
const RUNNING_PHASE: ToolCallPhase = { name: "running", label: "Running" };
const STALE_PHASE: ToolCallPhase = { name: "stale", label: "No result", icon: "ban" };

const PHASE_BY_STATUS: Readonly<Record<string, ToolCallPhase>> = {
  pending: { name: "pending", label: "Pending", icon: "clock" },
  in_progress: RUNNING_PHASE,
  completed: { name: "completed", label: "Done", icon: "check", durationPrefix: "in" },
  failed: { name: "failed", label: "Failed", icon: "cross", durationPrefix: "after" },
  cancelled: { name: "cancelled", label: "Cancelled", icon: "ban", durationPrefix: "after" },
};

type StatusFields = Pick<ToolCall, "status" | "stale">;

/** The state of the latest permission request of a tool call. */
export interface ToolCallApproval {
  /** Whether the request waits for an answer. */
  readonly isPending: boolean;
  /** When the user allowed the call, in ms since the epoch. */
  readonly allowedAt?: number | undefined;
}

export function getToolCallPhase(
  { status, stale }: StatusFields,
  { isPending, allowedAt }: ToolCallApproval = { isPending: false },
): ToolCallPhase {
  if (isPending && !isFinalStatus(status)) return NEEDS_APPROVAL_PHASE;
  if (stale) return STALE_PHASE;
  // Some agents report no progress between the approval and the result.
  if (status === "pending" && allowedAt !== undefined) return RUNNING_PHASE;
  const known = Object.hasOwn(PHASE_BY_STATUS, status) ? PHASE_BY_STATUS[status] : undefined;
  // An unknown status counts as running.
  return known ?? { name: "running", label: status };
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
