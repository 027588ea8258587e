import type { CatalogEntry } from "../state/catalog.js";
import type { AcpState } from "../state/state.js";
import { createListSelector, createStableList } from "./list.js";

/** The sessions that {@link selectSessionCatalog} lists. */
export interface CatalogFilter {
  /** A text that the title or the working directory contains, in upper or lower case. */
  readonly query?: string;
  /**
   * The archived sessions to list, in the words of `session/list`. `exclude`: none. `include`: all
   * of them, besides the others. `only`: nothing else. Default: `exclude`.
   */
  readonly archived?: "exclude" | "include" | "only";
}

const listsOf = new WeakMap<AcpState["catalog"], Map<string, readonly CatalogEntry[]>>();
const stableEntries = /* @__PURE__ */ createStableList<CatalogEntry>();

/**
 * Returns the sessions that the agent knows, the most recently active first. The list keeps its
 * reference until one of the listed sessions changes.
 *
 * @example
 * ```ts
 * for (const { title, unread } of selectSessionCatalog(store.getState(), { query: "test" }))
 *   console.log(unread ? "●" : " ", title ?? "New session");
 * ```
 */
export function selectSessionCatalog(
  { catalog }: AcpState,
  { query = "", archived = "exclude" }: CatalogFilter = {},
): readonly CatalogEntry[] {
  const text = query.trim().toLowerCase();
  const key = `${archived} ${text}`;
  const lists = listsOf.get(catalog) ?? new Map<string, readonly CatalogEntry[]>();
  listsOf.set(catalog, lists);
  let list = lists.get(key);
  if (list === undefined) {
    const found = searchableEntriesOf(catalog).filter(
      ({ entry, searchText }) =>
        (archived === "include" || (entry.archived === true) === (archived === "only")) &&
        searchText.includes(text),
    );
    found.sort((a, b) => b.lastActivity - a.lastActivity);
    list = stableEntries(found.map(({ entry }) => entry));
    lists.set(key, list);
  }
  return list;
}

/** An entry with the values that are searched and sorted by. */
interface SearchableEntry {
  readonly entry: CatalogEntry;
  /** The time of the last activity, in ms: what the agent reported or the store has seen. */
  readonly lastActivity: number;
  readonly searchText: string;
}

const searchableEntries = new WeakMap<CatalogEntry, SearchableEntry>();

const searchableEntriesOf = /* @__PURE__ */ createListSelector(
  (entry: CatalogEntry): SearchableEntry => {
    const known = searchableEntries.get(entry);
    if (known !== undefined) return known;
    const { title = "", cwd = "", updatedAt = "", lastActivityAt = 0 } = entry;
    const searchable: SearchableEntry = {
      entry,
      lastActivity: Math.max(Date.parse(updatedAt) || 0, lastActivityAt),
      searchText: `${title}\n${cwd}`.toLowerCase(),
    };
    searchableEntries.set(entry, searchable);
    return searchable;
  },
);
