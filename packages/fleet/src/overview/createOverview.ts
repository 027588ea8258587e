import type { AcpView, UsageTotals, WatchTarget } from "@acp-store/core";
import { isSameValue } from "@acp-store/core/reads";
import { createStore, type StoreApi } from "zustand/vanilla";
import { AcpFleetError } from "../errors.js";
import { type AgentRows, rowsOfAgent } from "./agentRows.js";
import {
  compareItems,
  compareSessions,
  countItems,
  type OverviewSession,
  type InboxItem,
  type OverviewCounts,
} from "./inbox.js";
import { assertAgentId } from "./sessionKey.js";

/** The needs and the sessions of several agents. Unchanged lists and rows keep their references. */
export interface OverviewState {
  /** The rows that need the user, and news: see {@link InboxItem}. */
  readonly inbox: readonly InboxItem[];
  /** The sessions of all catalogs, the most recently active one first. */
  readonly sessions: readonly OverviewSession[];
  /** The figures for a title or a badge. */
  readonly counts: OverviewCounts;
  /** The tokens and costs of all sessions of each agent in total, by the id of the agent. */
  readonly usage: Readonly<Record<string, UsageTotals>>;
}

/** The overview of several stores or mirrors. It can be read like a zustand store. */
export interface Overview
  extends Pick<StoreApi<OverviewState>, "getState" | "getInitialState" | "subscribe"> {
  /**
   * Adds the store or mirror of an agent. Returns a function that removes it.
   *
   * @throws AcpFleetError if the id cannot be the id of an agent, or if there is one with this id.
   */
  add(agentId: string, view: AcpView): () => void;
}

/**
 * The parts of a state that the overview depends on. The list of pending permissions changes together with
 * their table, and `closed` together with the ids of the sessions.
 */
const TARGETS: readonly WatchTarget[] = [
  { type: "field", field: "openTurns" },
  { type: "field", field: "parentSessionId" },
  { type: "field", field: "usageTotals" },
  { type: "table", table: "permissions" },
  { type: "sessionIds" },
  { type: "state", field: "pendingElicitations" },
  { type: "state", field: "catalog" },
  { type: "state", field: "connection" },
  { type: "state", field: "agent" },
];

const INITIAL_STATE: OverviewState = {
  inbox: [],
  sessions: [],
  counts: { waiting: 0, failed: 0, finished: 0, working: 0 },
  usage: {},
};
const NO_ROWS: AgentRows = {
  inbox: [],
  sessions: [],
  working: 0,
  usage: { tokens: [], costs: [] },
};

interface Member {
  readonly view: AcpView;
  /** Absent until they are computed for the first time. */
  rows?: AgentRows;
}

/**
 * Creates the overview of several agents: one inbox and one list of sessions over their stores or
 * mirrors. It adds nothing to their states, so that all windows show the same. Changes that do not affect it
 * cost nothing, such as streamed text.
 *
 * @example
 * ```ts
 * const overview = createOverview();
 * overview.add("claude", claudeStore);
 * overview.add("gemini", geminiStore);
 * overview.subscribe(({ counts }) => {
 *   document.title = counts.waiting > 0 ? `(${counts.waiting}) Agents` : "Agents";
 * });
 * ```
 */
export function createOverview(): Overview {
  const published = createStore<OverviewState>(() => INITIAL_STATE);
  /** A read computes it, without calling listeners: frameworks allow no change while they render. */
  let current = INITIAL_STATE;
  const members = new Map<string, Member>();
  /** The agents whose rows may have changed, and those that were removed. */
  const outdated = new Set<string>();
  let isQueued = false;

  function invalidate(agentId: string): void {
    outdated.add(agentId);
    if (isQueued) return;
    isQueued = true;
    queueMicrotask(() => {
      isQueued = false;
      refresh();
      publish();
    });
  }

  function publish(): void {
    if (current !== published.getState()) published.setState(current, true);
  }

  function refresh(): void {
    if (outdated.size === 0) return;
    const agentIds = [...outdated];
    outdated.clear();
    const changed = agentIds.filter(updateRows);
    if (changed.length > 0) merge();
  }

  /** Returns whether the rows of an agent have changed. */
  function updateRows(agentId: string): boolean {
    const member = members.get(agentId);
    if (member === undefined) return true;
    const before = member.rows;
    member.rows = shareRows(before ?? NO_ROWS, rowsOfAgent(agentId, member.view.getState()));
    return member.rows !== before;
  }

  function merge(): void {
    const rows = Array.from(members.values(), (member) => member.rows ?? NO_ROWS);
    const before = current;
    const inbox = keepList(before.inbox, rows.flatMap((part) => part.inbox).sort(compareItems));
    const sessions = keepList(
      before.sessions,
      rows.flatMap((part) => part.sessions).sort(compareSessions),
    );
    const working = rows.reduce((sum, part) => sum + part.working, 0);
    const counts = keepFields(before.counts, countItems(inbox, working));
    const usage = keepFields(
      before.usage,
      Object.fromEntries(
        Array.from(members, ([agentId, member]) => [agentId, (member.rows ?? NO_ROWS).usage]),
      ),
    );
    current = keepFields(before, { inbox, sessions, counts, usage });
  }

  return {
    getState() {
      // A listener of one of the stores must not read an older state than that store has.
      refresh();
      return current;
    },
    getInitialState: published.getInitialState,
    subscribe(listener) {
      // A new listener must not be called for an earlier change.
      publish();
      return published.subscribe(listener);
    },
    add(agentId, view) {
      assertAgentId(agentId);
      if (members.has(agentId))
        throw new AcpFleetError(
          "duplicate_agent",
          `The overview has an agent "${agentId}" already. Remove it first, with the function that add returned.`,
        );
      const member: Member = { view };
      members.set(agentId, member);
      const stops = TARGETS.map((target) => view.watch(target, () => invalidate(agentId)));
      invalidate(agentId);
      return () => {
        if (members.get(agentId) !== member) return;
        for (const stop of stops) stop();
        members.delete(agentId);
        invalidate(agentId);
      };
    },
  };
}

/** Returns new rows that keep the objects and lists of the previous ones where they are equal. */
function shareRows(before: AgentRows, { inbox, sessions, working, usage }: AgentRows): AgentRows {
  const next: AgentRows = {
    inbox: shareList(before.inbox, inbox),
    sessions: shareList(before.sessions, sessions, shareUsageOfRow),
    working,
    usage: shareUsage(before.usage, usage),
  };
  return keepFields(before, next);
}

function shareList<Row extends { readonly key: string }>(
  before: readonly Row[],
  next: readonly Row[],
  shareParts: (before: Row, next: Row) => Row = (_before, row) => row,
): readonly Row[] {
  const known = new Map(before.map((row) => [row.key, row]));
  return keepList(
    before,
    next.map((row) => {
      const previous = known.get(row.key);
      return previous === undefined ? row : keepFields(previous, shareParts(previous, row));
    }),
  );
}

function shareUsageOfRow(before: OverviewSession, next: OverviewSession): OverviewSession {
  if (before.usage === undefined || next.usage === undefined) return next;
  return { ...next, usage: shareUsage(before.usage, next.usage) };
}

/** Sums of the same totals are equal, but other objects. */
function shareUsage(before: UsageTotals, { tokens, costs }: UsageTotals): UsageTotals {
  return keepFields(before, {
    tokens: shareItems(before.tokens, tokens),
    costs: shareItems(before.costs, costs),
  });
}

function shareItems<Item extends object>(
  before: readonly Item[],
  next: readonly Item[],
): readonly Item[] {
  return keepList(
    before,
    next.map((item, index) => keepFields(before[index], item)),
  );
}

function keepList<Item>(before: readonly Item[], next: readonly Item[]): readonly Item[] {
  return isSameValue(before, next) ? before : next;
}

/** Returns the previous object if all of its fields are the same, item by item for lists. */
function keepFields<Value extends object>(before: Value | undefined, next: Value): Value {
  if (before === undefined) return next;
  const fields = Object.entries(next);
  const known = new Map<string, unknown>(Object.entries(before));
  const isSame =
    known.size === fields.length &&
    fields.every(([name, value]) => isSameValue(known.get(name), value));
  return isSame ? before : next;
}
