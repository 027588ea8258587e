import type { Overview, OverviewState } from "./createOverview.js";
import type { InboxItem } from "./inbox.js";

/** The options of {@link watchNews}. */
export interface NewsOptions {
  /**
   * Returns whether the user sees the session or agent of a row right now. Its news is left out.
   * Default: no row.
   */
  readonly isVisible?: (item: InboxItem) => boolean;
  /** The time in which news is collected, so that a burst is reported once, in ms. Default: 1,000. */
  readonly collectMs?: number;
}

const DEFAULT_COLLECT_MS = 1_000;

/**
 * Calls a listener with the rows of the inbox that are new: a request for the user, an agent that failed or
 * needs a sign-in, a turn that ended. Each request is reported once. Rows that an agent has when it joins
 * the overview are not news if they are older than this call, such as those of a page that was just opened.
 * Rows that are gone again, or that the user has seen, are left out. Returns a function that stops it.
 *
 * @example
 * ```ts
 * const stop = watchNews(overview, (items) => {
 *   for (const { key, kind } of items) console.log(key, kind);
 * });
 * ```
 */
export function watchNews(
  overview: Overview,
  onNews: (items: readonly InboxItem[]) => void,
  { isVisible = () => false, collectMs = DEFAULT_COLLECT_MS }: NewsOptions = {},
): () => void {
  let known = idsOf(overview.getState());
  let joined = agentsOf(overview.getState());
  const startedAt = Date.now();
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = overview.subscribe((state) => {
    const ids = idsOf(state);
    const agents = agentsOf(state);
    // An agent without sessions joins with its first row.
    const isNew = (item: InboxItem) => joined.has(item.agentId) || item.since > startedAt;
    for (const [id, item] of ids) if (!known.has(id) && isNew(item)) waiting.add(id);
    known = ids;
    joined = agents;
    if (waiting.size > 0) timer ??= setTimeout(report, collectMs);
  });

  function report(): void {
    timer = undefined;
    const ids = idsOf(overview.getState());
    const items = new Set([...waiting].flatMap((id) => ids.get(id) ?? []));
    waiting.clear();
    const unseen = [...items].filter((item) => !isVisible(item));
    if (unseen.length > 0) onNews(unseen);
  }

  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Returns what can be new, by an id that does not change while it is in the inbox. */
function idsOf({ inbox }: OverviewState): ReadonlyMap<string, InboxItem> {
  return new Map(inbox.flatMap((item) => newsIds(item).map((id) => [id, item] as const)));
}

function newsIds(item: InboxItem): readonly string[] {
  if (item.kind !== "waiting") return [`${item.key} ${item.kind}`];
  const permissions = item.permissions.map(({ permissionId }) => permissionId);
  const elicitations = item.elicitations.map(({ elicitationId }) => elicitationId);
  return [...permissions, ...elicitations].map((id) => `${item.agentId} ${id}`);
}

/** Returns the agents that have something in the overview. */
function agentsOf({ inbox, sessions }: OverviewState): ReadonlySet<string> {
  return new Set([...inbox, ...sessions].map(({ agentId }) => agentId));
}
