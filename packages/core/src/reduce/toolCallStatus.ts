const FINAL: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/**
 * Whether no more is to come after this status. A status that is not known counts as running.
 *
 * @example
 * ```ts
 * isFinalStatus("completed"); // true
 * isFinalStatus("in_progress"); // false
 * ```
 */
export function isFinalStatus(status: string): boolean {
  return FINAL.has(status);
}

/** What is odd about a status that follows another, if anything. */
export function oddTransition(
  from: string,
  to: string,
): "late_update" | "status_regression" | undefined {
  if (from === to) return undefined;
  if (isFinalStatus(from)) return "late_update";
  return to === "pending" ? "status_regression" : undefined;
}
