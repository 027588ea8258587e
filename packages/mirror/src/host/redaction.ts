import type { AcpPatch, AcpView, Session } from "@acp-store/core";
import { isRecord } from "../wire.js";
import type { RedactEntity } from "./visibility.js";

/** The names of the tables and fields of a session that are sent. */
export type SessionParts = readonly (keyof Session)[];

/** Applies the options `redact` and `sessionParts` to everything that is sent. */
export interface Redaction {
  /** Returns the patches to send for those of a batch. */
  patches(patches: readonly AcpPatch[]): readonly AcpPatch[];
  /** Returns the patches of a snapshot, whose values are whole tables. */
  snapshot(patches: readonly AcpPatch[]): readonly AcpPatch[];
}

type Entries = readonly (readonly [string, object])[];

/** Creates the {@link Redaction}. Without the options, patches pass as they are. */
export function createRedaction(
  store: AcpView,
  redact: RedactEntity | undefined,
  sessionParts?: SessionParts,
): Redaction {
  if (redact === undefined && sessionParts === undefined)
    return { patches: (patches) => patches, snapshot: (patches) => patches };
  const hide: RedactEntity = redact ?? ((entity) => entity);
  const sentParts = sessionParts && new Set<string>(sessionParts);
  /** The keys of the entities that were redacted. */
  const replaced = new Set<string>();

  function redacted(
    table: string,
    id: string,
    sessionId: string | undefined,
    entity: object,
  ): object {
    const result = hide(entity, { table, id, ...(sessionId !== undefined && { sessionId }) });
    if (result !== entity) replaced.add(JSON.stringify([sessionId, table, id]));
    return result;
  }

  function redactedTable(table: string, sessionId: string | undefined, entries: Entries): Entries {
    return entries.map(([id, entity]) => [id, redacted(table, id, sessionId, entity)]);
  }

  /** Returns the patches of a batch with redacted entities. */
  function patches(batch: readonly AcpPatch[]): readonly AcpPatch[] {
    const result: AcpPatch[] = [];
    for (const patch of batch) {
      if (!isSent(patch)) continue;
      const target = findTarget(store, patch);
      if (target === undefined) result.push(redactedSession(patch));
      else if (target.id === undefined) {
        const value = "value" in patch ? (patch.value as Entries) : [];
        result.push({
          op: "replace",
          path: patch.path,
          value: redactedTable(target.table, target.sessionId, value),
        });
      } else result.push(...entityPatches(patch, target.table, target.id, target.sessionId));
    }
    return result;
  }

  function entityPatches(
    patch: AcpPatch,
    table: string,
    id: string,
    sessionId: string | undefined,
  ): readonly AcpPatch[] {
    const depth = sessionId === undefined ? 2 : 4;
    const path = patch.path.slice(0, depth);
    if (patch.op === "remove" && patch.path.length === depth) return [patch];
    const entity = tableOf(store, table, sessionId)?.get(id);
    // It was removed later in the same batch.
    if (entity === undefined) return patch.path.length === depth ? [withEmptyValue(patch)] : [];
    const shown = redacted(table, id, sessionId, entity);
    if (shown === entity && !replaced.has(JSON.stringify([sessionId, table, id]))) return [patch];
    return [
      patch.path.length === depth && patch.op === "add"
        ? { ...patch, value: shown }
        : { op: "replace", path, value: shown },
    ];
  }

  function snapshot(state: readonly AcpPatch[]): readonly AcpPatch[] {
    return state.map((patch) => {
      if (!("value" in patch) || patch.op === "append") return patch;
      const [top] = patch.path;
      if (isRootTable(top))
        return { ...patch, value: redactedTable(String(top), undefined, patch.value as Entries) };
      return redactedSession(patch);
    });
  }

  /** Returns whether a patch concerns a part of a session that is sent, or no session. */
  function isSent({ path: [top, , part] }: AcpPatch): boolean {
    return top !== "sessions" || part === undefined || sentParts?.has(String(part)) !== false;
  }

  /** Returns a patch with the visible parts, if it adds a whole session. */
  function redactedSession(patch: AcpPatch): AcpPatch {
    const [top, sessionId, part] = patch.path;
    if (top !== "sessions" || part !== undefined || patch.op !== "add") return patch;
    if (!isRecord(patch.value)) return patch;
    const value: Record<string, unknown> = {};
    for (const [name, content] of Object.entries(patch.value)) {
      if (sentParts?.has(name) === false) continue;
      const isTable = tableOf(store, name, String(sessionId)) !== undefined;
      value[name] = isTable ? redactedTable(name, String(sessionId), content as Entries) : content;
    }
    return { ...patch, value };
  }

  return { patches, snapshot };
}

function withEmptyValue(patch: AcpPatch): AcpPatch {
  return "value" in patch && patch.op !== "append" ? { ...patch, value: {} } : patch;
}

/** The entity that a patch changes, or the table that it replaces. */
interface PatchTarget {
  readonly table: string;
  readonly sessionId: string | undefined;
  readonly id: string | undefined;
}

/** Returns the entity or table of a patch. `undefined` for a field, a list or a whole session. */
function findTarget(store: AcpView, { path }: AcpPatch): PatchTarget | undefined {
  const [top, second, third, fourth] = path;
  if (isRootTable(top)) return { table: String(top), sessionId: undefined, id: textOf(second) };
  if (top !== "sessions" || third === undefined) return undefined;
  if (tableOf(store, String(third), String(second)) === undefined) return undefined;
  return { table: String(third), sessionId: String(second), id: textOf(fourth) };
}

function textOf(step: string | number | undefined): string | undefined {
  return step === undefined ? undefined : String(step);
}

function isRootTable(name: string | number | undefined): boolean {
  return name === "elicitations" || name === "catalog";
}

function tableOf(
  store: AcpView,
  table: string,
  sessionId: string | undefined,
): ReadonlyMap<string, object> | undefined {
  const state = store.getState();
  const owner: unknown = sessionId === undefined ? state : state.sessions.get(sessionId);
  const found: unknown = isRecord(owner) ? owner[table] : undefined;
  return found instanceof Map ? found : undefined;
}
