import type { AgentEntry } from "@acp-store/fleet";
import type { AgentHost } from "./agentHost.js";

/** The facts that VS Code shows outside of the panel. */
export interface Summary {
  /** The number of sessions and agents that need the user. */
  readonly waiting: number;
  /** Whether a turn of the shown session is running. */
  readonly isRunning: boolean;
  /** The text of the status bar item, with an icon. */
  readonly label: string;
  /** The reason an agent has failed. */
  readonly problem?: string;
}

/** Summarizes the agents for the badge of the view, the status bar and `when` clauses. */
export function summarize({ fleet, shownKey }: AgentHost): Summary {
  const { sessions, counts } = fleet.overview.getState();
  const entries = [...fleet.entries.getState().values()];
  const failed = entries.find(({ status }) => status === "failed");
  return {
    waiting: counts.waiting,
    isRunning: sessions.some(({ key, isWorking }) => isWorking && key === shownKey()),
    label: labelOf(entries, counts.waiting, counts.working > 0),
    ...(failed?.reason !== undefined && { problem: failed.reason }),
  };
}

function labelOf(entries: readonly AgentEntry[], waiting: number, isWorking: boolean): string {
  const has = (status: AgentEntry["status"]): boolean =>
    entries.some((entry) => entry.status === status);
  if (has("starting")) return "$(loading~spin) Agent starting";
  if (waiting > 0) return "$(bell-dot) Agent needs you";
  if (has("failed")) return "$(error) Agent stopped";
  if (!has("running")) return "$(comment-discussion) Agent";
  return isWorking ? "$(loading~spin) Agent working" : "$(comment-discussion) Agent ready";
}
