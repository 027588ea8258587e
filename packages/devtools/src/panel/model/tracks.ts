import type { PermissionOption, TableName } from "@acp-store/core";

/** A place in the log: the entry, and its time in ms of the store's clock. */
export interface Place {
  readonly index: number;
  readonly at: number;
}

/** What something became, and where. `stale` is what the store calls a call that was never ended. */
export interface StatusChange extends Place {
  readonly status: string;
  /** The type of the event that caused it. */
  readonly cause: string;
}

/** What something was called, and from where on. */
export interface Titled extends Place {
  readonly title: string;
}

/** The tables of which the panel shows when something was. */
export type TrackedTable = Extract<TableName, "toolCalls" | "turns" | "permissions">;

/** The life of one entity, as the log shows it. */
export interface Track {
  readonly table: TrackedTable;
  readonly sessionId: string;
  readonly id: string;
  readonly first: Place;
  /** The last title that it had. */
  title: string | undefined;
  /** How a turn ended. */
  stopReason: string | undefined;
  /** Of a tool call. */
  turnId: string | undefined;
  /** What a permission request is about, what it offers, and what was chosen. */
  toolCallId: string | undefined;
  options: readonly PermissionOption[];
  optionId: string | undefined;
  readonly statuses: StatusChange[];
  readonly titles: Titled[];
  /** The entries of messages that name it. */
  readonly updates: Place[];
}

/** The lives that are known. */
export interface Tracks {
  readonly all: readonly Track[];
  find(sessionId: string, table: TrackedTable, id: string): Track | undefined;
}

/** Lives that more become known of. */
export interface GrowingTracks {
  /** Another object after each life that was added. */
  read(): Tracks;
  find: Tracks["find"];
  /** The life of an entity, which begins at the place if it is not known. */
  at(sessionId: string, table: TrackedTable, id: string, place: Place): Track;
}

export function createTracks(): GrowingTracks {
  const all: Track[] = [];
  const sessions = new Map<string, Record<TrackedTable, Map<string, Track>>>();
  let reading: Tracks | undefined;

  function find(sessionId: string, table: TrackedTable, id: string): Track | undefined {
    return sessions.get(sessionId)?.[table].get(id);
  }

  function at(sessionId: string, table: TrackedTable, id: string, place: Place): Track {
    reading = undefined;
    const known = find(sessionId, table, id);
    if (known !== undefined) return known;
    const first = { index: place.index, at: place.at };
    const added: Track = {
      table,
      sessionId,
      id,
      first,
      title: undefined,
      stopReason: undefined,
      turnId: undefined,
      toolCallId: undefined,
      options: [],
      optionId: undefined,
      statuses: [],
      titles: [],
      updates: [],
    };
    all.push(added);
    const tables = sessions.get(sessionId) ?? {
      turns: new Map(),
      toolCalls: new Map(),
      permissions: new Map(),
    };
    sessions.set(sessionId, tables);
    tables[table].set(id, added);
    return added;
  }

  return { read: () => (reading ??= { all, find }), find, at };
}

/** The title that it had at an entry. */
export function titleAt(track: Track | undefined, index: number): string | undefined {
  return track?.titles.findLast((titled) => titled.index <= index)?.title;
}
