import { randomUUID } from "node:crypto";
import type { SessionMode, SessionModeState, ToolKind } from "@agentclientprotocol/sdk";

/** One conversation of the scripted agent. */
export interface DemoSession {
  readonly id: string;
  readonly cwd: string;
  /** Kinds of tools the user has allowed for the rest of the session. */
  readonly allowed: Set<ToolKind>;
  modeId: ModeId;
  hasTitle: boolean;
  hasToured: boolean;
  /** Characters so far, from which the tokens of `usage_update` are estimated. */
  characters: number;
  /** Aborts the turn that runs. */
  turn: AbortController | undefined;
}

export type ModeId = "ask" | "auto";

const MODES: readonly (SessionMode & { id: ModeId })[] = [
  { id: "ask", name: "Ask", description: "Asks before it edits a file or runs a command" },
  { id: "auto", name: "Auto", description: "Edits and runs without asking" },
];

export function createSession(cwd: string): DemoSession {
  return {
    id: randomUUID(),
    cwd,
    allowed: new Set(),
    modeId: "ask",
    hasTitle: false,
    hasToured: false,
    characters: 0,
    turn: undefined,
  };
}

export const isModeId = (id: string): id is ModeId => MODES.some((mode) => mode.id === id);

export const modesOf = (session: DemoSession): SessionModeState => ({
  currentModeId: session.modeId,
  availableModes: MODES.map((mode) => ({ ...mode })),
});
