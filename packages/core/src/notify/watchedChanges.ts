import type { Change } from "../commit/change.js";

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
    const ids = this.#changes.flatMap((change) => {
      if (change.kind === "state") return [];
      if (change.kind !== "entity" && change.kind !== "table") return [change.sessionId];
      return change.table.session === undefined ? [] : [change.table.session.id];
    });
    return [...new Set(ids)];
  }

  /** The keys of the entities that were added, changed or removed in their tables, each once. */
  get ids(): readonly string[] {
    const ids = this.#changes.flatMap((change) => {
      if (change.kind === "entity") return [change.id];
      return change.kind === "table" ? change.ids : [];
    });
    return [...new Set(ids)];
  }
}
