import type { AgentEvent, CallKind } from "./event.js";
import { createIdGenerator, type IdGenerator } from "./idGenerator.js";
import { DEFAULT_MODEL, type ThoughtVisibility, type ModeId } from "./settings.js";
import type { Transcript } from "./transcript.js";

/** One session of the scripted agent. */
export interface DemoSession {
  readonly id: string;
  readonly cwd: string;
  readonly ids: IdGenerator;
  readonly transcript: Transcript;
  /** The tool kinds that the user has allowed for the rest of the session. */
  readonly allowed: Set<CallKind>;
  readonly settings: { model: string; mode: ModeId; thoughts: ThoughtVisibility };
  hasToured: boolean;
  /** The number of characters so far, used to estimate the token usage. */
  characters: number;
  /** Aborts the running turn. `undefined` while no turn is running. */
  turn: AbortController | undefined;
}

/** Creates a session and restores its state from the transcript. */
export function createSession(id: string, cwd: string, transcript: Transcript): DemoSession {
  return {
    id,
    cwd,
    ids: createIdGenerator(transcript.events.length),
    transcript,
    allowed: new Set(),
    settings: { model: DEFAULT_MODEL, mode: "ask", thoughts: "shown" },
    hasToured: transcript.events.some(({ type }) => type === "plan"),
    characters: transcript.events.reduce((sum, event) => sum + countCharacters(event), 0),
    turn: undefined,
  };
}

/** Returns the number of characters that an event adds to the context. */
export function countCharacters(event: AgentEvent): number {
  return "text" in event ? event.text.length : 0;
}

/** Returns the latest title of the session, or `undefined` if it has none yet. */
export function findTitle({
  events,
}: Transcript): Extract<AgentEvent, { type: "title" }> | undefined {
  return events.findLast((event) => event.type === "title");
}

/** Returns whether the session is archived. */
export function isArchived({ events }: Transcript): boolean {
  return events.findLast((event) => event.type === "archived")?.archived ?? false;
}
