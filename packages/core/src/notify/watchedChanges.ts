import { type Change, entityIdsOfChange, sessionIdOfChange } from "../commit/change.js";

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
  readonly #changes: readonly Change[];

  constructor(changes: readonly Change[]) {
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
