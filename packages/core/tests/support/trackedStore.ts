import { isDeepStrictEqual } from "node:util";
import {
  type AcpEvent,
  type AcpPatch,
  type AcpStore,
  type AcpStoreOptions,
  applyAcpPatches,
  createAcpStore,
  type DiagnosticCode,
  type IngestResult,
} from "@acp-store/core";
import { expect } from "vitest";
import { isObject, setOwn } from "../../src/json.js";
import { type StoredSession, storedSession } from "../../src/state/storedState.js";

const OPS: readonly string[] = ["add", "replace", "remove", "append"];

/** A store that checks that the patches of every commit lead to the next state and back. */
export interface TrackedStore extends AcpStore {
  /** The events of all commits. */
  readonly events: AcpEvent[];
  /** The patches since the last `takePatches`, without those of `updatedAt`. */
  readonly patches: AcpPatch[];
  /** Returns the patches since the previous call. */
  takePatches(): AcpPatch[];
  /** Ingests an update of session "s1". */
  update(update: Record<string, unknown>): IngestResult;
}

/**
 * Creates a tracked store with the "sync" scheduler, a clock that counts up from 1, and ids such as
 * `turn-t-1`.
 */
export function trackedStore(options: AcpStoreOptions = {}): TrackedStore {
  let clock = 0;
  const store = createAcpStore({
    scheduler: "sync",
    now: () => ++clock,
    idPrefix: "t",
    ...options,
  });
  const events: AcpEvent[] = [];
  const patches: AcpPatch[] = [];
  let previous = store.getState();
  let plainPrevious = plain(previous);
  store.inspect((record) => {
    if (record.type !== "commit") return;
    if (record.event.type !== "patches_applied") events.push(record.event);
    patches.push(...record.patches.filter(({ path }) => path.at(-1) !== "updatedAt"));
    const next = store.getState();
    const plainNext = plain(next);
    const ops = [...record.patches, ...record.inversePatches].map(({ op }) => op);
    expect(ops.filter((op) => !OPS.includes(op))).toEqual([]);
    const patched = applyAcpPatches(previous, record.patches);
    // Faster than a comparison of plain objects, because the two states share most parts.
    if (!hasSameContent(patched, next)) expect(plain(patched)).toEqual(plainNext);
    // Compared with a copy, which a change of the previous state would not affect.
    expectEqual(plain(applyAcpPatches(next, record.inversePatches)), plainPrevious);
    previous = next;
    plainPrevious = plainNext;
  });
  return {
    ...store,
    events,
    patches,
    takePatches: () => patches.splice(0),
    update: (update) => store.ingest({ sessionId: "s1", update }),
  };
}

/** Expects two values to be equal. The matcher is slow, so it is used only to explain a difference. */
export function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Returns whether two values have the same content, with maps in the same order. */
function hasSameContent(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (one instanceof Map || other instanceof Map)
    return one instanceof Map && other instanceof Map && hasSameContent([...one], [...other]);
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => hasSameContent(item, other[index]))
    );
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && hasSameContent(one[key], other[key]))
  );
}

/** Returns a state as plain objects, with maps as lists of entries, so that `toEqual` is exact. */
export function plain(value: unknown): unknown {
  if (value instanceof Map)
    return { entries: [...value].map(([key, inner]) => [key, plain(inner)]) };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const copy = {};
  for (const [key, inner] of Object.entries(value)) setOwn(copy, key, plain(inner));
  return copy;
}

const STORE_FIELDS = [
  ...["createdAt", "updatedAt", "replayed", "startedAt", "endedAt"],
  ...["phase", "stale", "decidedBy"],
];

/**
 * Returns an entity without the times and the phase that the store adds. `times.test.ts` and
 * `toolCallPhase.test.ts` in `tests/reduce` test them.
 */
export function asSent<Entity extends object | undefined>(entity: Entity): Entity {
  if (entity === undefined) return entity;
  const fields: Record<string, unknown> = { ...entity };
  for (const field of STORE_FIELDS) delete fields[field];
  return fields as Entity;
}

/** Returns the id of the newest permission request with a JSON-RPC id. */
export function permissionId(
  { getState }: Pick<AcpStore, "getState">,
  requestId: string | number,
): string {
  const permissions = [...getState().sessions.values()].flatMap((item) => [
    ...item.permissions.values(),
  ]);
  const newest = permissions.findLast((permission) => permission.requestId === requestId);
  if (newest === undefined) throw new Error(`There is no permission request ${requestId}.`);
  return newest.permissionId;
}

/** Returns the id of the newest elicitation with a JSON-RPC id. */
export function elicitationId(
  { getState }: Pick<AcpStore, "getState">,
  requestId: string | number,
): string {
  const elicitations = [...getState().elicitations.values()];
  const newest = elicitations.findLast((elicitation) => elicitation.requestId === requestId);
  if (newest === undefined) throw new Error(`There is no elicitation ${requestId}.`);
  return newest.elicitationId;
}

/** Returns the codes of the diagnostics. */
export function codes(result: IngestResult): DiagnosticCode[] {
  return result.diagnostics.map((diagnostic) => diagnostic.code);
}

/** Returns a text block. */
export function text(value: string): { type: "text"; text: string } {
  return { type: "text", text: value };
}

/** Returns the session "s1" of a store, with the bookkeeping that its public type leaves out. */
export function session(store: Pick<AcpStore, "getState">): StoredSession {
  const found = store.getState().sessions.get("s1");
  if (found === undefined) throw new Error("There is no session s1.");
  return storedSession(found);
}
