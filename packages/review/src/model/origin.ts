/** The tool call, turn and session that wrote lines, and how that is known. */
export interface AgentOrigin {
  /** The agent, because ids of sessions are unique for one agent only. `""` if there is one agent. */
  readonly agentId: string;
  readonly sessionId: string;
  readonly turnId?: string;
  readonly toolCallId?: string;
  /**
   * - `fs`: the agent wrote the file with `fs/write_text_file`
   * - `diff`: a tool call reported the change
   * - `command`: the only command that ran at that time
   */
  readonly evidence: "fs" | "diff" | "command";
}

/** The author of lines. `unknown`: nobody reported the change. */
export type Origin = AgentOrigin | "user" | "unknown";

/** The authors whose lines are only rejected if the user names them. */
export type ProtectedOrigin = "user" | "unknown";

/** Returns whether lines may only be rejected if the user says so. */
export function isProtectedOrigin(by: Origin): by is ProtectedOrigin {
  return by === "user" || by === "unknown";
}

/** Returns whether two origins are the same. */
export function isSameOrigin(a: Origin, b: Origin): boolean {
  if (a === b) return true;
  if (typeof a === "string" || typeof b === "string") return false;
  return (
    a.agentId === b.agentId &&
    a.sessionId === b.sessionId &&
    a.turnId === b.turnId &&
    a.toolCallId === b.toolCallId &&
    a.evidence === b.evidence
  );
}
