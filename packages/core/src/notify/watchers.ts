import type { SessionField, StateField } from "../state/state.js";
import type { TableName } from "../state/tables.js";
import { type ChangedPart, entityIdsOfChange, sessionIdOfChange } from "./changedPart.js";

/**
 * A part of the state to watch.
 *
 * - `entity`: one entity of a session's table, even before it exists
 * - `table`: every entity of a table, in one session or, without `sessionId`, in all sessions
 * - `ids`: the set of entities that a table holds; for plans, also the most recently updated one
 * - `field`: one field of a session or its timeline, in one session or in all sessions
 * - `session`: everything in one session
 * - `sessions`: everything in all sessions
 * - `sessionIds`: the set of open sessions
 * - `state`: one field at the root of the state, such as `agent` or `elicitations`
 *
 * @example
 * ```ts
 * store.watch({ type: "entity", sessionId: "s1", table: "toolCalls", id: "call_1" }, render);
 * store.watch({ type: "table", table: "permissions" }, updateBadge);
 * ```
 */
export type WatchTarget =
  | {
      readonly type: "entity";
      readonly sessionId: string;
      readonly table: TableName;
      /** The key of the entity in its table. */
      readonly id: string;
    }
  | { readonly type: "table"; readonly sessionId?: string; readonly table: TableName }
  | { readonly type: "ids"; readonly sessionId: string; readonly table: TableName }
  | {
      readonly type: "field";
      readonly sessionId?: string;
      readonly field: SessionField | "timeline";
    }
  | { readonly type: "session"; readonly sessionId: string }
  | { readonly type: "sessions" }
  | { readonly type: "sessionIds" }
  | { readonly type: "state"; readonly field: StateField };

/** Text that was appended to the streamed text of an entity. */
export interface AppendedText {
  /** The appended text. */
  readonly text: string;
  /**
   * The number of characters (UTF-16 code units) that were dropped from the start of the text, as
   * `limits.terminalBytes` does with the output of terminals.
   */
  readonly dropped: number;
}

/**
 * Describes the changes that a watch listener is called for: everything that changed in the
 * watched part of the state since its previous call. Reading it costs nothing until it is used.
 */
export class WatchedChanges {
  readonly #changes: readonly ChangedPart[];

  constructor(changes: readonly ChangedPart[]) {
    this.#changes = changes;
  }

  /** The ids of the sessions in which something changed, each once. */
  get sessionIds(): readonly string[] {
    return [...new Set(this.#changes.flatMap((change) => sessionIdOfChange(change) ?? []))];
  }

  /** The keys of the entities that were added, changed or removed in their tables, each once. */
  get ids(): readonly string[] {
    return [...new Set(this.#changes.flatMap(entityIdsOfChange))];
  }

  /**
   * Returns the text that was appended to an entity: to the last text block of a message, to the
   * output of a terminal. The new text is `(oldText + text).slice(dropped)`. Returns `undefined` if
   * the entity changed in any other way: read the entity then.
   *
   * @example
   * ```ts
   * store.watch({ type: "entity", sessionId, table: "terminals", id }, (changes) => {
   *   const appended = changes.appendedText(id);
   *   if (appended) screen.write(appended.text);
   *   else screen.reset(selectTerminal(store.getState(), sessionId, id)?.output ?? "");
   * });
   * ```
   */
  appendedText(id: string): AppendedText | undefined {
    let table: object | undefined;
    let text = "";
    let dropped = 0;
    for (const change of this.#changes) {
      if (!entityIdsOfChange(change).includes(id)) continue;
      if (change.kind !== "entity" || change.appendedText === undefined) return undefined;
      // Two tables, or two sessions, may use the same id.
      table ??= change.table;
      if (table !== change.table) return undefined;
      text += change.appendedText;
      dropped += change.droppedLength;
    }
    return table === undefined ? undefined : { text, dropped };
  }
}

/** Called after changes to a watched part of the state. The argument describes them. */
export type WatchListener = (changes: WatchedChanges) => void;

/** One registration. The same function can be registered several times. */
export interface Watcher {
  readonly listener: WatchListener;
  isActive: boolean;
  /** The changes since the last call; `undefined` when there are none. */
  unreported: ChangedPart[] | undefined;
}

/** A node in the tree of watched paths. */
interface WatchNode {
  readonly watchers: Set<Watcher>;
  readonly children: Map<string, WatchNode>;
}

/**
 * Finds the watchers of a change. The cost depends on the number of watchers that match, not on
 * the number of watchers.
 */
export class Watchers {
  readonly #root: WatchNode = createNode();
  #count = 0;

  /** Registers a listener. Returns a function that removes it; calling it twice is harmless. */
  add(target: WatchTarget, listener: WatchListener): () => void {
    const path = pathOfTarget(target);
    const watcher: Watcher = { listener, isActive: true, unreported: undefined };
    nodeAt(this.#root, path).watchers.add(watcher);
    this.#count++;
    return () => {
      if (!watcher.isActive) return;
      watcher.isActive = false;
      watcher.unreported = undefined;
      this.#count--;
      removeWatcher(this.#root, path, watcher);
    };
  }

  /** Adds the changes to the watchers they concern, and those watchers to `waiting`. */
  collect(changes: readonly ChangedPart[], waiting: Watcher[]): void {
    if (this.#count === 0) return;
    for (const change of changes) this.#collectChange(change, waiting);
  }

  #collectChange(change: ChangedPart, waiting: Watcher[]): void {
    const root = this.#root;
    const sessionId = sessionIdOfChange(change);
    if (sessionId === undefined)
      return enqueue(findNode(root, "state", rootFieldOf(change)), change, waiting);
    enqueue(findNode(root, "sessions"), change, waiting);
    if (changesSessionIds(change)) enqueue(findNode(root, "sessionIds"), change, waiting);
    const session = findNode(root, "session", sessionId);
    enqueue(session, change, waiting);
    switch (change.kind) {
      case "field":
      case "timeline": {
        const field = change.kind === "timeline" ? "timeline" : change.field;
        enqueue(findNode(root, "field", field), change, waiting);
        enqueue(findNode(session, "field", field), change, waiting);
        if (field === "recentPlans") enqueue(findNode(session, "ids", "plans"), change, waiting);
        return;
      }
      case "entity":
      case "table":
        enqueue(findNode(root, "table", change.table.name), change, waiting);
        return collectTable(session, change, waiting);
      default:
        return undefined;
    }
  }
}

function collectTable(
  session: WatchNode | undefined,
  change: Extract<ChangedPart, { kind: "entity" | "table" }>,
  waiting: Watcher[],
): void {
  const table = findNode(session, "table", change.table.name);
  enqueue(table, change, waiting);
  for (const id of entityIdsOfChange(change)) enqueue(table?.children.get(id), change, waiting);
  if (change.kind === "table" || change.before === undefined)
    enqueue(findNode(session, "ids", change.table.name), change, waiting);
}

/** Returns the field at the root of the state that a change belongs to, such as `elicitations`. */
function rootFieldOf(change: ChangedPart): string {
  if (change.kind === "state") return change.field;
  return "table" in change ? change.table.name : "";
}

function changesSessionIds(change: ChangedPart): boolean {
  return change.kind === "session_added" || (change.kind === "field" && change.field === "closed");
}

function pathOfTarget(target: WatchTarget): readonly string[] {
  switch (target.type) {
    case "entity":
      return ["session", target.sessionId, "table", target.table, target.id];
    case "table":
      return [...sessionPath(target.sessionId), "table", target.table];
    case "ids":
      return ["session", target.sessionId, "ids", target.table];
    case "field":
      return [...sessionPath(target.sessionId), "field", target.field];
    case "session":
      return ["session", target.sessionId];
    case "sessions":
    case "sessionIds":
      return [target.type];
    case "state":
      return ["state", target.field];
    default:
      throw unknownTarget(target);
  }
}

function sessionPath(sessionId: string | undefined): readonly string[] {
  return sessionId === undefined ? [] : ["session", sessionId];
}

/** Callers without types may pass anything. */
function unknownTarget(target: never): TypeError {
  return new TypeError(
    `[acp-store] watch() does not know the target ${JSON.stringify(target)}. Pass a target with a type, such as { type: "entity", sessionId, table: "toolCalls", id }.`,
  );
}

function createNode(): WatchNode {
  return { watchers: new Set(), children: new Map() };
}

function findNode(from: WatchNode | undefined, ...path: string[]): WatchNode | undefined {
  let node = from;
  for (const step of path) node = node?.children.get(step);
  return node;
}

/** Returns the node at a path, and creates the nodes on the way. */
function nodeAt(root: WatchNode, path: readonly string[]): WatchNode {
  let node = root;
  for (const step of path) {
    const child = node.children.get(step) ?? createNode();
    node.children.set(step, child);
    node = child;
  }
  return node;
}

/** Removes a watcher and the nodes that no watcher needs anymore. */
function removeWatcher(
  node: WatchNode,
  [step, ...rest]: readonly string[],
  watcher: Watcher,
): void {
  if (step === undefined) return void node.watchers.delete(watcher);
  const child = node.children.get(step);
  if (child === undefined) return;
  removeWatcher(child, rest, watcher);
  if (child.watchers.size === 0 && child.children.size === 0) node.children.delete(step);
}

function enqueue(node: WatchNode | undefined, change: ChangedPart, waiting: Watcher[]): void {
  if (node === undefined) return;
  for (const watcher of node.watchers) {
    if (watcher.unreported === undefined) {
      watcher.unreported = [change];
      waiting.push(watcher);
    } else if (watcher.unreported.at(-1) !== change) watcher.unreported.push(change);
  }
}
