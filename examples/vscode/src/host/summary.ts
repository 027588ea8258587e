import { type AcpState, selectPendingPermissions } from "@acp-store/core";

/** The facts that VS Code shows outside of the panel. */
export interface Summary {
  /** The number of permission requests of all sessions that nobody has answered. */
  readonly waiting: number;
  /** Whether a turn of the shown session is running. */
  readonly isRunning: boolean;
  /** The text of the status bar item, with an icon. */
  readonly label: string;
  /** The reason the agent is not running. */
  readonly problem?: string;
}

/** Summarizes a state for the badge of the view, the status bar and `when` clauses. */
export function summarize(state: AcpState, shownSession: string | undefined): Summary {
  const { connection } = state;
  const waiting = selectPendingPermissions(state).length;
  const sessions = [...state.sessions.values()];
  const shown = shownSession === undefined ? undefined : state.sessions.get(shownSession);
  const hasProblem = connection?.status === "closed" && connection.reason !== undefined;
  return {
    waiting,
    isRunning: (shown?.openTurns.length ?? 0) > 0,
    label: labelOf(
      connection?.status,
      waiting,
      sessions.some(({ openTurns }) => openTurns.length > 0),
    ),
    ...(hasProblem && { problem: connection.reason }),
  };
}

function labelOf(status: string | undefined, waiting: number, isWorking: boolean): string {
  if (status === undefined) return "$(comment-discussion) Agent";
  if (status === "closed") return "$(error) Agent stopped";
  if (status !== "ready") return "$(loading~spin) Agent starting";
  if (waiting > 0) return "$(bell-dot) Agent needs permission";
  return isWorking ? "$(loading~spin) Agent working" : "$(comment-discussion) Agent ready";
}

/** Returns whether two summaries are equal. */
export function isSameSummary(a: Summary, b: Summary): boolean {
  return (
    a.waiting === b.waiting &&
    a.isRunning === b.isRunning &&
    a.label === b.label &&
    a.problem === b.problem
  );
}
