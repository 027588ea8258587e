import { isFinalStatus, type ToolCall } from "@acp-store/core";
import type { IconName } from "../ui/iconPaths.js";

/** How a call stands, with the words and the drawing for it. */
export interface CallPhase {
  readonly name: "pending" | "asking" | "running" | "completed" | "failed" | "cancelled" | "stale";
  readonly label: string;
  /** Absent where something moves. */
  readonly icon?: IconName;
}

const ASKING: CallPhase = { name: "asking", label: "Needs approval", icon: "shield" };
const STALE: CallPhase = { name: "stale", label: "No result", icon: "ban" };

const BY_STATUS: Readonly<Record<string, CallPhase>> = {
  pending: { name: "pending", label: "Pending", icon: "clock" },
  in_progress: { name: "running", label: "Running" },
  completed: { name: "completed", label: "Done", icon: "check" },
  failed: { name: "failed", label: "Failed", icon: "cross" },
  cancelled: { name: "cancelled", label: "Cancelled", icon: "ban" },
};

type Standing = Pick<ToolCall, "status" | "stale">;

export function phaseOf({ status, stale }: Standing, isAsking: boolean): CallPhase {
  if (isAsking && !isFinalStatus(status)) return ASKING;
  if (stale) return STALE;
  const known = Object.hasOwn(BY_STATUS, status) ? BY_STATUS[status] : undefined;
  // An unknown status counts as still running.
  return known ?? { name: "running", label: status };
}
