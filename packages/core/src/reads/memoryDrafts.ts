import type { AcpView } from "../store/view.js";
import type { Drafts } from "./savingSource.js";

const draftsByView = new WeakMap<AcpView, Drafts>();

/**
 * Returns drafts that are kept in memory as long as a store or mirror exists. For user interfaces
 * that save nothing.
 *
 * @example
 * ```ts
 * const draft = getDraftSource(getMemoryDrafts(store), "s1");
 * ```
 */
export function getMemoryDrafts(view: AcpView): Drafts {
  const drafts = draftsByView.get(view) ?? createMemoryDrafts();
  draftsByView.set(view, drafts);
  return drafts;
}

/** Creates drafts that are kept in memory. */
export function createMemoryDrafts(): Drafts {
  const texts = new Map<string, string>();
  const listeners = new Set<Parameters<Drafts["onChange"]>[0]>();
  return {
    get: (sessionId) => Promise.resolve(texts.get(sessionId) ?? ""),
    set(sessionId, text) {
      if (text === "") texts.delete(sessionId);
      else texts.set(sessionId, text);
      for (const listener of [...listeners]) listener({ sessionId, text });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
