import type { AcpPatch, AcpState, Permission } from "@acp-store/core";
import type { HistoryEntry } from "../../history/entry.js";
import { isObject } from "../../json.js";
import { createTracks, type Place, type Track, type TrackedTable, type Tracks } from "./tracks.js";

/** Follows entities through the log. */
export interface Tracking {
  /** Another object after each change. */
  tracks(): Tracks;
  seed(state: AcpState, place: Place): void;
  note(entry: HistoryEntry): void;
}

const TABLES: readonly TrackedTable[] = ["turns", "toolCalls", "permissions"];
const TEXTS = ["title", "stopReason", "turnId", "toolCallId", "optionId"] as const;
const FIELDS = [...TEXTS, "options", "status", "stale"] as const;

export function createTracking(): Tracking {
  const tracks = createTracks();

  function noteEntity(
    sessionId: string,
    table: TrackedTable,
    id: string,
    entity: unknown,
    place: Place,
    cause: string,
  ): void {
    if (!isObject(entity)) return;
    const found = tracks.at(sessionId, table, id, place);
    for (const field of FIELDS)
      if (field in entity) noteField(found, field, entity[field], place, cause);
  }

  function notePatch(patch: AcpPatch, entry: HistoryEntry): void {
    const [top, session, table, id, field] = patch.path;
    if (top !== "sessions" || !isTracked(table)) return;
    const value = "value" in patch ? patch.value : undefined;
    const cause = entry.kind;
    if (id === undefined) {
      // A table that was replaced whole is a list of ids and entities.
      for (const [key, entity] of Array.isArray(value) ? (value as [string, unknown][]) : [])
        noteEntity(String(session), table, key, entity, entry, cause);
    } else if (field === undefined)
      noteEntity(String(session), table, String(id), value, entry, cause);
    else
      noteField(tracks.at(String(session), table, String(id), entry), field, value, entry, cause);
  }

  return {
    tracks: tracks.read,
    seed: (state, place) => {
      for (const [sessionId, session] of state.sessions)
        for (const table of TABLES)
          for (const [id, entity] of session[table])
            noteEntity(sessionId, table, id, entity, place, "");
    },
    note: (entry) => {
      for (const patch of entry.patches) notePatch(patch, entry);
      const toolCallId = namedCall(entry.frame?.msg);
      if (toolCallId === undefined || entry.sessionId === undefined) return;
      const updates = tracks.find(entry.sessionId, "toolCalls", toolCallId)?.updates;
      if (updates?.at(-1)?.index !== entry.index)
        updates?.push({ index: entry.index, at: entry.at });
    },
  };
}

function isTracked(part: unknown): part is TrackedTable {
  return TABLES.some((table) => table === part);
}

function noteField(
  track: Track,
  field: string | number,
  value: unknown,
  { index, at }: Place,
  cause: string,
): void {
  const text = TEXTS.find((name) => name === field);
  if (text !== undefined && typeof value === "string") track[text] = value;
  if (field === "options") track.options = value as Permission["options"];
  const { statuses, titles } = track;
  if (text === "title" && typeof value === "string") titles.push({ index, at, title: value });
  if (field === "status") statuses.push({ index, at, status: String(value), cause });
  if (field !== "stale") return;
  const before = statuses.findLast(({ status }) => status !== "stale")?.status ?? "pending";
  statuses.push({ index, at, status: value === true ? "stale" : before, cause });
}

/** The tool call that an update is about. */
export function namedCall(msg: unknown): string | undefined {
  const params = isObject(msg) ? msg["params"] : undefined;
  const update = isObject(params) ? params["update"] : undefined;
  const id = isObject(update) ? update["toolCallId"] : undefined;
  return typeof id === "string" ? id : undefined;
}
