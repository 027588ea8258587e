import type { AgentEvent, TitleEvent } from "./events.js";
import { createIdGenerator, type IdGenerator } from "./idGenerator.js";
import type { AgentSettings, SettingValue } from "./settings.js";

/** A session of a scripted agent. */
export interface ScriptedSession {
  /** The id of the session. */
  readonly sessionId: string;
  /** The absolute path of the working directory. */
  readonly cwd: string;
  /** The transcript. Loading the session sends it to the client. */
  readonly events: readonly AgentEvent[];
  /** The current values of the settings, by their ids. */
  readonly settings: ReadonlyMap<string, SettingValue>;
}

/** A session that the client has opened on this connection. */
export interface OpenSession extends ScriptedSession {
  readonly ids: IdGenerator;
  readonly settings: Map<string, SettingValue>;
  /** Adds an event to the transcript. */
  add(event: AgentEvent): void;
  /** Aborts the running turn. `undefined` while no turn is running. */
  turn: AbortController | undefined;
}

interface OpenSessionOptions {
  readonly sessionId: string;
  readonly cwd: string;
  readonly settings: AgentSettings;
  /** The transcript so far. */
  readonly events: readonly AgentEvent[];
  /** Stores an event. */
  readonly store: (event: AgentEvent) => void;
}

export function createOpenSession({ settings, store, ...rest }: OpenSessionOptions): OpenSession {
  const events = [...rest.events];
  return {
    ...rest,
    events,
    ids: createIdGenerator(events.length),
    settings: new Map(settings.map(({ id, value }) => [id, value])),
    add(event) {
      events.push(event);
      store(event);
    },
    turn: undefined,
  };
}

/** Returns the latest title of a transcript, or `undefined` if it has none yet. */
export const findTitle = (events: readonly AgentEvent[]): TitleEvent | undefined =>
  events.findLast((event) => event.type === "title");

/** Returns whether a session is archived. */
export const isArchived = (events: readonly AgentEvent[]): boolean =>
  events.findLast((event) => event.type === "archived")?.archived ?? false;
