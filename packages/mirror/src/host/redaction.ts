import type { AcpPatch, AcpView, Session, StateField } from "@acp-store/core";
import { getPatchTarget, type PatchTarget } from "@acp-store/core/replica";
import { isRecord } from "../wire.js";
import type { RedactEntity } from "./visibility.js";

/** The options of a host that hide something from all of its mirrors. */
export interface RedactionOptions {
  /**
   * Replaces what mirrors must not see. Called for each entity that changes; returns the same entity
   * if nothing is to hide. An entity that was replaced once is sent in full with each change. With this
   * option, mirrors do not get the messages of errors of the agent either.
   */
  readonly redact?: RedactEntity;
  /**
   * The names of the tables and fields of a session that are sent, such as `["info", "permissions"]`.
   * All others have their initial value in mirrors. Default: everything is sent.
   */
  readonly sessionParts?: readonly (keyof Session)[];
  /**
   * The names of the tables and fields at the top of the state that are sent, such as `["catalog"]`. All
   * others have their initial value in mirrors. Default: everything is sent.
   */
  readonly stateParts?: readonly StateField[];
}

/** Applies the {@link RedactionOptions} to everything that is sent. */
export interface Redaction {
  /** Returns the patches to send for those of a batch. */
  patches(patches: readonly AcpPatch[]): readonly AcpPatch[];
  /** Returns the patches of a snapshot, whose values are whole tables. */
  snapshot(patches: readonly AcpPatch[]): readonly AcpPatch[];
  /** Whether the messages of errors of the agent are hidden as well. */
  readonly hidesReasons: boolean;
}

type EntityTarget = Extract<PatchTarget, { kind: "entity" }>;
type Place = Pick<EntityTarget, "sessionId" | "table">;
type Entries = readonly (readonly [string, object])[];

/** Creates the {@link Redaction}. Without the options, patches pass unchanged. */
export function createRedaction(
  store: AcpView,
  { redact, sessionParts, stateParts }: RedactionOptions,
): Redaction {
  if (redact === undefined && sessionParts === undefined && stateParts === undefined)
    return { patches: (batch) => batch, snapshot: (state) => state, hidesReasons: false };
  const hide: RedactEntity = redact ?? ((entity) => entity);
  const sentOfSession = sessionParts && new Set<string>(sessionParts);
  const sentOfState = stateParts && new Set<string>(stateParts);
  /** The keys of the entities that were redacted. */
  const replaced = new Set<string>();

  function redacted({ table, sessionId }: Place, id: string, entity: object): object {
    const place = { table, id, ...(sessionId !== undefined && { sessionId }) };
    const result = hide(entity, place, store.getState());
    if (result !== entity) replaced.add(keyOf(place, id));
    return result;
  }

  function redactedTable(place: Place, entries: Entries): Entries {
    return entries.map(([id, entity]) => [id, redacted(place, id, entity)]);
  }

  /** Returns the patches of a batch with redacted entities. */
  function patches(batch: readonly AcpPatch[]): readonly AcpPatch[] {
    const result: AcpPatch[] = [];
    /** The entities that the result has in full, as they are after the batch. */
    const complete = new Set<string>();
    for (const patch of batch) {
      const target = getPatchTarget(patch.path);
      if (!isSent(target)) continue;
      if (target.kind === "entity") result.push(...entityPatches(patch, target, complete));
      else result.push(redactedPatch(patch, target));
    }
    return result;
  }

  function entityPatches(
    patch: AcpPatch,
    target: EntityTarget,
    complete: Set<string>,
  ): readonly AcpPatch[] {
    const { sessionId, id, depth } = target;
    const key = keyOf(target, id);
    const isWhole = patch.path.length === depth;
    if (patch.op === "remove" && isWhole) {
      complete.delete(key);
      return [patch];
    }
    if (complete.has(key) && !isWhole) return [];
    const state = store.getState();
    const entity = (
      sessionId === undefined ? state[target.table] : state.sessions.get(sessionId)?.[target.table]
    )?.get(id);
    // It was removed later in the same batch.
    if (entity === undefined) return isWhole ? [withEmptyValue(patch)] : [];
    const shown = redacted(target, id, entity);
    if (shown === entity && !replaced.has(key)) return [patch];
    complete.add(key);
    return [
      isWhole && patch.op === "add"
        ? { ...patch, value: shown }
        : { op: "replace", path: patch.path.slice(0, depth), value: shown },
    ];
  }

  /**
   * Returns the patch of a whole table or session with redacted entities, and any other patch
   * unchanged.
   */
  function redactedPatch(patch: AcpPatch, target: PatchTarget): AcpPatch {
    if (!("value" in patch) || patch.op === "append") return patch;
    if (target.kind === "table")
      return { ...patch, value: redactedTable(target, patch.value as Entries) };
    if (target.kind !== "session" || !isRecord(patch.value)) return patch;
    const value: Record<string, unknown> = {};
    for (const [name, content] of Object.entries(patch.value)) {
      const part = getPatchTarget([...patch.path, name]);
      if (!isSent(part)) continue;
      value[name] = part.kind === "table" ? redactedTable(part, content as Entries) : content;
    }
    return { ...patch, value };
  }

  /** Returns whether a part of the state is sent. A session is always sent, with the parts that are. */
  function isSent(target: PatchTarget): boolean {
    if (target.kind === "session") return true;
    const sent = target.sessionId === undefined ? sentOfState : sentOfSession;
    return sent === undefined || sent.has(nameOf(target));
  }

  return {
    patches,
    hidesReasons: redact !== undefined,
    snapshot: (state) =>
      state.flatMap((patch) => {
        const target = getPatchTarget(patch.path);
        return isSent(target) ? [redactedPatch(patch, target)] : [];
      }),
  };
}

/** Returns a text that names an entity. */
function keyOf({ sessionId, table }: Place, id: string): string {
  return JSON.stringify([sessionId, table, id]);
}

/** Returns the name of the table or field that a patch changes. */
function nameOf(target: Exclude<PatchTarget, { kind: "session" }>): string {
  if ("table" in target) return target.table;
  return target.kind === "timeline" ? "timeline" : target.field;
}

function withEmptyValue(patch: AcpPatch): AcpPatch {
  return "value" in patch && patch.op !== "append" ? { ...patch, value: {} } : patch;
}
