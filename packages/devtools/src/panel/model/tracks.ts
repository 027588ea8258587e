import {
  type AcpPatch,
  type AcpState,
  getPermissionTitle,
  type Permission,
  type PermissionOption,
  type TableName,
} from "@acp-store/core";
import { getPatchTarget } from "@acp-store/core/replica";
import type { HistoryEntry } from "../../history/entry.js";
import { isObject } from "../../json.js";
import { toolCallIdIn } from "../../messageNames.js";

/** An entry of the log, with its time in ms of the store's clock. */
export interface LogPosition {
  readonly index: number;
  readonly at: number;
}

/**
 * A new status, with the entry that set it. A tool call also has the phases `unfinished` and `rejected`
 * here, which end it without a report of the agent.
 */
export interface StatusChange extends LogPosition {
  readonly status: string;
  /** The type of the event that caused the change. */
  readonly cause: string;
}

/** A new title, with the entry that set it. */
export interface TitleChange extends LogPosition {
  readonly title: string;
}

/** The tables whose entities appear on the timeline. */
export type TrackedTable = Extract<
  TableName,
  "compactions" | "permissions" | "toolCalls" | "turns"
>;

/** The recorded history of one turn, tool call, permission request or compaction. */
export interface Track {
  readonly table: TrackedTable;
  readonly sessionId: string;
  readonly id: string;
  readonly first: LogPosition;
  /** The latest title. */
  title: string | undefined;
  /** The stop reason of a turn that has ended. */
  stopReason: string | undefined;
  /** The turn of a tool call. */
  turnId: string | undefined;
  /** The phase of a tool call. */
  phase: string | undefined;
  /** The permission request as it was recorded first, for its title. */
  request: Pick<Permission, "subject" | "title" | "toolCall"> | undefined;
  /** The tool call of a permission request, its options and the selected option. */
  toolCallId: string | undefined;
  options: readonly PermissionOption[];
  optionId: string | undefined;
  readonly statuses: StatusChange[];
  readonly titles: TitleChange[];
  /** The entries of messages that name the entity. */
  readonly updates: LogPosition[];
}

export interface Tracks {
  readonly all: readonly Track[];
  find(sessionId: string, table: TrackedTable, id: string): Track | undefined;
}

/** Builds tracks from log entries. */
export interface TrackRecorder {
  /** Returns a new object after each change to a track. */
  tracks(): Tracks;
  /** Records the entities of a state that existed before the log began. */
  seed(state: AcpState, position: LogPosition): void;
  record(entry: HistoryEntry): void;
}

type TrackTables = Record<TrackedTable, Map<string, Track>>;

const TRACKED_TABLES: readonly TrackedTable[] = [
  "turns",
  "toolCalls",
  "permissions",
  "compactions",
];
const TEXT_FIELDS = ["title", "stopReason", "turnId", "phase", "toolCallId", "optionId"] as const;
const TRACKED_FIELDS = [...TEXT_FIELDS, "options", "status"] as const;

export function createTrackRecorder(): TrackRecorder {
  const all: Track[] = [];
  const sessions = new Map<string, TrackTables>();
  let current: Tracks | undefined;

  function find(sessionId: string, table: TrackedTable, id: string): Track | undefined {
    return sessions.get(sessionId)?.[table].get(id);
  }

  /** Returns the track of an entity, and starts one at the position if there is none. */
  function trackAt(
    sessionId: string,
    table: TrackedTable,
    id: string,
    position: LogPosition,
  ): Track {
    current = undefined;
    const known = find(sessionId, table, id);
    if (known !== undefined) return known;
    const track = newTrack(sessionId, table, id, position);
    const tables = sessions.get(sessionId) ?? {
      turns: new Map(),
      toolCalls: new Map(),
      permissions: new Map(),
      compactions: new Map(),
    };
    sessions.set(sessionId, tables);
    tables[table].set(id, track);
    all.push(track);
    return track;
  }

  function recordEntity(
    sessionId: string,
    table: TrackedTable,
    id: string,
    entity: unknown,
    position: LogPosition,
    cause: string,
  ): void {
    if (!isObject(entity)) return;
    const track = trackAt(sessionId, table, id, position);
    if (table === "permissions") track.request ??= entity;
    for (const field of TRACKED_FIELDS)
      if (field in entity) recordField(track, field, entity[field], position, cause);
  }

  function recordPatch(patch: AcpPatch, entry: HistoryEntry): void {
    const target = getPatchTarget(patch.path);
    if (!("table" in target)) return;
    const { sessionId, table } = target;
    if (sessionId === undefined || !isTrackedTable(table)) return;
    const field = patch.path[target.depth];
    const value = "value" in patch ? patch.value : undefined;
    const cause = entry.kind;
    if (target.kind === "table") {
      // A patch that replaces an entire table has a list of id and entity pairs as its value.
      for (const [key, entity] of Array.isArray(value) ? (value as [string, unknown][]) : [])
        recordEntity(sessionId, table, key, entity, entry, cause);
    } else if (field === undefined) recordEntity(sessionId, table, target.id, value, entry, cause);
    else recordField(trackAt(sessionId, table, target.id, entry), field, value, entry, cause);
  }

  return {
    tracks: () => (current ??= { all, find }),
    seed: (state, position) => {
      for (const [sessionId, session] of state.sessions)
        for (const table of TRACKED_TABLES)
          for (const [id, entity] of session[table])
            recordEntity(sessionId, table, id, entity, position, "");
    },
    record: (entry) => {
      for (const patch of entry.patches) recordPatch(patch, entry);
      const toolCallId = toolCallIdIn(entry.frame?.msg);
      if (toolCallId === undefined || entry.sessionId === undefined) return;
      const updates = find(entry.sessionId, "toolCalls", toolCallId)?.updates;
      if (updates?.at(-1)?.index !== entry.index)
        updates?.push({ index: entry.index, at: entry.at });
    },
  };
}

/** Returns the title that an entity had at an entry. */
export function titleAt(track: Track | undefined, index: number): string | undefined {
  return track?.titles.findLast((change) => change.index <= index)?.title;
}

/** Returns the title that a permission request had at an entry. */
export function permissionTitleAt(
  { request, sessionId, toolCallId }: Track,
  tracks: Tracks,
  index: number,
): string | undefined {
  const call =
    toolCallId === undefined ? undefined : tracks.find(sessionId, "toolCalls", toolCallId);
  return getPermissionTitle(request ?? {}, withTitleAt(call, index));
}

/** Returns the title of a tool call at an entry as a field. */
export function withTitleAt(track: Track | undefined, index: number): { readonly title?: string } {
  const title = titleAt(track, index);
  return title === undefined ? {} : { title };
}

function newTrack(
  sessionId: string,
  table: TrackedTable,
  id: string,
  { index, at }: LogPosition,
): Track {
  return {
    table,
    sessionId,
    id,
    first: { index, at },
    title: undefined,
    stopReason: undefined,
    turnId: undefined,
    phase: undefined,
    request: undefined,
    toolCallId: undefined,
    options: [],
    optionId: undefined,
    statuses: [],
    titles: [],
    updates: [],
  };
}

function isTrackedTable(part: unknown): part is TrackedTable {
  return TRACKED_TABLES.some((table) => table === part);
}

function recordField(
  track: Track,
  field: string | number,
  value: unknown,
  { index, at }: LogPosition,
  cause: string,
): void {
  if (field === "phase") recordPhase(track, value, { index, at }, cause);
  const textField = TEXT_FIELDS.find((name) => name === field);
  if (textField !== undefined && typeof value === "string") track[textField] = value;
  if (field === "options") track.options = value as Track["options"];
  const { statuses, titles } = track;
  if (textField === "title" && typeof value === "string") titles.push({ index, at, title: value });
  // A replay creates the call again. Its work ended when the agent reported it for the first time.
  if (field === "status" && statuses.at(-1)?.status !== value)
    statuses.push({ index, at, status: String(value), cause });
}

/** The phases that end a call without a report of the agent. */
const PHASES_WITHOUT_STATUS: ReadonlySet<unknown> = new Set(["unfinished", "rejected"]);

function recordPhase(
  { statuses, phase }: Track,
  next: unknown,
  position: LogPosition,
  cause: string,
): void {
  if (PHASES_WITHOUT_STATUS.has(next)) statuses.push({ ...position, status: String(next), cause });
  else if (PHASES_WITHOUT_STATUS.has(phase) && PHASES_WITHOUT_STATUS.has(statuses.at(-1)?.status)) {
    const reported = statuses.findLast(({ status }) => !PHASES_WITHOUT_STATUS.has(status));
    statuses.push({ ...position, status: reported?.status ?? "pending", cause });
  }
}
