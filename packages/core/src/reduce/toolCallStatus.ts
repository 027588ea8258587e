const FINAL_STATUSES: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/**
 * Returns whether a tool call with this status is finished. An unknown status counts as running.
 *
 * @example
 * ```ts
 * isFinalStatus("completed"); // true
 * isFinalStatus("in_progress"); // false
 * ```
 */
export function isFinalStatus(status: string): boolean {
  return FINAL_STATUSES.has(status);
}

/** Returns the diagnostic code of an unusual status transition, if it is one. */
export function unusualTransition(
  from: string,
  to: string,
): "late_update" | "status_regression" | undefined {
  if (from === to) return undefined;
  if (isFinalStatus(from)) return "late_update";
  return to === "pending" ? "status_regression" : undefined;
}
