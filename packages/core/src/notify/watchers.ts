import type { Change } from "../commit/change.js";
import type { SessionField, StateField, TableName } from "../state/state.js";

/**
 * What to watch.
 *
 * - `{ sessionId, table, id }`: one entity, also one that does not exist yet
 * - `{ sessionId, table }`: any entity of a table
 * - `{ sessionId, ids }`: which entities a table has, and for `plans`, which one was updated last
 * - `{ sessionId, field }`: one field of a session, or its timeline
 * - `{ sessionId }`: anything in a session
 * - `{ table }`: any entity of that table in any session
 * - `{ sessions: "ids" }`: which sessions there are
 * - `{ sessions: "all" }`: anything in any session
 * - `{ state }`: a field at the top of the state, such as `agent`
 */
export type WatchTarget =
  | { readonly sessionId: string; readonly table: TableName; readonly id: string }
  | { readonly sessionId: string; readonly table: TableName }
  | { readonly sessionId: string; readonly ids: TableName }
  | { readonly sessionId: string; readonly field: SessionField | "timeline" }
  | { readonly sessionId: string }
  | { readonly table: TableName }
  | { readonly sessions: "ids" | "all" }
  | { readonly state: StateField };

/** One registration; an object of its own, so that one function can be registered twice. */
export interface Watcher {
  readonly listener: () => void;
  active: boolean;
}

/** A place in the tree of what can be watched, and who watches it. */
interface Place {
  readonly watchers: Set<Watcher>;
  readonly inside: Map<string, Place>;
}

/** Finds those who watch a change without asking anybody else. */
export class Watchers {
  readonly #everywhere: Place = newPlace();
  #count = 0;

  add(target: WatchTarget, listener: () => void): () => void {
    const path = pathOf(target);
    const watcher: Watcher = { listener, active: true };
    enter(this.#everywhere, path).watchers.add(watcher);
    this.#count++;
    return () => {
      if (!watcher.active) return;
      watcher.active = false;
      this.#count--;
      leave(this.#everywhere, path, watcher);
    };
  }

  collect(changes: readonly Change[], into: Set<Watcher>): void {
    if (this.#count === 0) return;
    for (const change of changes) {
      if (change.kind === "state") {
        take(find(this.#everywhere, "state", change.field), into);
        continue;
      }
      const isTable = change.kind === "entity" || change.kind === "table";
      const sessionId = isTable ? change.table.sessionId : change.sessionId;
      if (isTable && sessionId === undefined) {
        take(find(this.#everywhere, "state", change.table.name), into);
        continue;
      }
      if (sessionId === undefined) continue;
      const sessions = find(this.#everywhere, "sessions");
      take(find(sessions, "all"), into);
      if (isOpenOrClose(change)) take(find(sessions, "ids"), into);
      const session = find(this.#everywhere, "session", sessionId);
      take(session, into);
      if (change.kind === "field") take(find(session, "field", change.field), into);
      if (change.kind === "field" && change.field === "recentPlans")
        take(find(session, "ids", "plans"), into);
      if (change.kind === "timeline") take(find(session, "field", "timeline"), into);
      if (change.kind === "entity" || change.kind === "table") {
        take(find(this.#everywhere, "table", change.table.name), into);
        collectTable(session, change, into);
      }
    }
  }

  /** How many registrations there are. */
  get size(): number {
    return this.#count;
  }
}

function collectTable(
  session: Place | undefined,
  change: Extract<Change, { kind: "entity" | "table" }>,
  into: Set<Watcher>,
): void {
  const table = find(session, "table", change.table.name);
  take(table, into);
  const ids = change.kind === "table" ? change.ids : [change.id];
  for (const id of ids) take(table?.inside.get(id), into);
  if (change.kind === "table" || change.before === undefined)
    take(find(session, "ids", change.table.name), into);
}

function isOpenOrClose(change: Change): boolean {
  return change.kind === "session_added" || (change.kind === "field" && change.field === "closed");
}

function pathOf(target: WatchTarget): readonly string[] {
  if ("sessions" in target) return ["sessions", target.sessions];
  if ("state" in target) return ["state", target.state];
  if (!("sessionId" in target)) return ["table", target.table];
  const session = ["session", target.sessionId];
  if ("ids" in target) return [...session, "ids", target.ids];
  if ("field" in target) return [...session, "field", target.field];
  if ("id" in target) return [...session, "table", target.table, target.id];
  return "table" in target ? [...session, "table", target.table] : session;
}

function newPlace(): Place {
  return { watchers: new Set(), inside: new Map() };
}

function find(from: Place | undefined, ...path: string[]): Place | undefined {
  let place = from;
  for (const step of path) place = place?.inside.get(step);
  return place;
}

function enter(root: Place, path: readonly string[]): Place {
  let place = root;
  for (const step of path) {
    const next = place.inside.get(step) ?? newPlace();
    place.inside.set(step, next);
    place = next;
  }
  return place;
}

/** Removes the watcher, and the places that nobody watches any more. */
function leave(place: Place, [step, ...rest]: readonly string[], watcher: Watcher): void {
  if (step === undefined) return void place.watchers.delete(watcher);
  const next = place.inside.get(step);
  if (next === undefined) return;
  leave(next, rest, watcher);
  if (next.watchers.size === 0 && next.inside.size === 0) place.inside.delete(step);
}

function take(place: Place | undefined, into: Set<Watcher>): void {
  if (place !== undefined) for (const watcher of place.watchers) into.add(watcher);
}
