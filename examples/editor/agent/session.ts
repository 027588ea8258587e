import type { Act, CallKind } from "./act.js";
import { createIds, type Ids } from "./ids.js";
import type { Thoughts, ModeId } from "./settings.js";
import type { Transcript } from "./transcript.js";

/** One conversation of the scripted agent. */
export interface DemoSession {
  readonly id: string;
  readonly cwd: string;
  readonly ids: Ids;
  readonly transcript: Transcript;
  /** Kinds of tools the user has allowed for the rest of the session. */
  readonly allowed: Set<CallKind>;
  readonly settings: { mode: ModeId; thoughts: Thoughts };
  hasToured: boolean;
  /** Characters so far, from which the tokens of the usage are estimated. */
  characters: number;
  /** Aborts the turn that runs. */
  turn: AbortController | undefined;
}

/** A session as far as its transcript tells. */
export function createSession(id: string, cwd: string, transcript: Transcript): DemoSession {
  return {
    id,
    cwd,
    ids: createIds(transcript.acts.length),
    transcript,
    allowed: new Set(),
    settings: { mode: "ask", thoughts: "shown" },
    hasToured: transcript.acts.some(({ type }) => type === "plan"),
    characters: transcript.acts.reduce((sum, act) => sum + charactersOf(act), 0),
    turn: undefined,
  };
}

/** What an act takes of the context. */
export function charactersOf(act: Act): number {
  return "text" in act ? act.text.length : 0;
}

/** What the session is called, once it is. */
export function titleOf({ acts }: Transcript): Extract<Act, { type: "title" }> | undefined {
  return acts.findLast((act) => act.type === "title");
}
