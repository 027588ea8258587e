import { isFinalStatus, type ToolCall } from "@acp-store/core";
import type { IconName } from "../ui/iconPaths.js";

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
}

const NEEDS_APPROVAL_PHASE: ToolCallPhase = {
  name: "needs_approval",
  label: "Needs approval",
  icon: "shield",
};
const STALE_PHASE: ToolCallPhase = { name: "stale", label: "No result", icon: "ban" };

const PHASE_BY_STATUS: Readonly<Record<string, ToolCallPhase>> = {
  pending: { name: "pending", label: "Pending", icon: "clock" },
  in_progress: { name: "running", label: "Running" },
  completed: { name: "completed", label: "Done", icon: "check" },
  failed: { name: "failed", label: "Failed", icon: "cross" },
  cancelled: { name: "cancelled", label: "Cancelled", icon: "ban" },
};

type StatusFields = Pick<ToolCall, "status" | "stale">;

export function getToolCallPhase(
  { status, stale }: StatusFields,
  needsApproval: boolean,
): ToolCallPhase {
  if (needsApproval && !isFinalStatus(status)) return NEEDS_APPROVAL_PHASE;
  if (stale) return STALE_PHASE;
  const known = Object.hasOwn(PHASE_BY_STATUS, status) ? PHASE_BY_STATUS[status] : undefined;
  // An unknown status counts as running.
  return known ?? { name: "running", label: status };
}
