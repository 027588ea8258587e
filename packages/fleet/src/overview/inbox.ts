import type {
  CatalogEntry,
  Elicitation,
  Permission,
  TurnFailure,
  UsageTotals,
} from "@acp-store/core";

/** The fields that all rows of the inbox have. */
export interface InboxItemFields {
  /** The key of the session, or the id of the agent if the row is about no session. */
  readonly key: string;
  /** The id of the agent. */
  readonly agentId: string;
  /** The time since which the row is in the inbox, in ms of the owner's clock. */
  readonly since: number;
}

/**
 * A row of the inbox: something that needs the user, or news that the user has not seen. There is at
 * most one row for each session, and at most one for each agent.
 *
 * - `sign_in`: the agent runs, and the user has to sign in
 * - `waiting`: the agent waits for answers. Without a `sessionId`, its requests belong to no session
 * - `agent_failed`: the agent ended or did not start, and is not started again by itself
 * - `failed`: the newest turn of the session failed or was interrupted, and the user has not seen it
 * - `finished`: the session has other news that the user has not seen
 */
export type InboxItem = InboxItemFields &
  (
    | { readonly kind: "sign_in" }
    | {
        readonly kind: "waiting";
        readonly sessionId?: string;
        /** The permission requests, the oldest first, also those of the session's subagents. */
        readonly permissions: readonly Permission[];
        /** The requests for input, the oldest first, also those of the session's subagents. */
        readonly elicitations: readonly Elicitation[];
      }
    | { readonly kind: "agent_failed" /** The reason, for display. */; readonly reason: string }
    | {
        readonly kind: "failed";
        readonly sessionId: string;
        /** The error of the turn. Absent if it was interrupted. */
        readonly error?: TurnFailure["error"];
      }
    | { readonly kind: "finished"; readonly sessionId: string }
  );

/** A session in the catalog of an agent. */
export interface OverviewSession {
  /** The key of the session, see {@link sessionKey}. */
  readonly key: string;
  /** The id of the agent. */
  readonly agentId: string;
  /** The agent's id of the session. */
  readonly sessionId: string;
  /** The entry of the agent's catalog, with the title and whether it is unread or archived. */
  readonly entry: CatalogEntry;
  /** The time of the last activity, in ms since the epoch: what the agent reported or its store has seen. */
  readonly lastActivity: number;
  /** Whether the session is open and has an open turn. */
  readonly isWorking: boolean;
  /** The tokens and costs of the session and its subagents in total. Absent if none are known. */
  readonly usage?: UsageTotals;
}

/** The number of sessions and agents in each condition. */
export interface OverviewCounts {
  /** The rows `waiting` and `sign_in` of the inbox. */
  readonly waiting: number;
  /** The rows `failed` and `agent_failed` of the inbox. */
  readonly failed: number;
  /** The rows `finished` of the inbox. */
  readonly finished: number;
  /** The open sessions that have an open turn. */
  readonly working: number;
}

const RANKS = {
  sign_in: 0,
  waiting: 1,
  agent_failed: 2,
  failed: 3,
  finished: 4,
} as const satisfies Record<InboxItem["kind"], number>;

/** Compares two rows: what blocks an agent comes first, the oldest first, and then news, the newest first. */
export function compareItems(a: InboxItem, b: InboxItem): number {
  const byKind = RANKS[a.kind] - RANKS[b.kind];
  if (byKind !== 0) return byKind;
  const byTime = RANKS[a.kind] <= RANKS.waiting ? a.since - b.since : b.since - a.since;
  return byTime || compareKeys(a, b);
}

/** Compares two sessions: the most recently active one comes first. */
export function compareSessions(a: OverviewSession, b: OverviewSession): number {
  return b.lastActivity - a.lastActivity || compareKeys(a, b);
}

interface Keyed {
  readonly key: string;
}

function compareKeys(a: Keyed, b: Keyed): number {
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}

/** The count of each kind of row. */
const COUNTED_AS = {
  sign_in: "waiting",
  waiting: "waiting",
  agent_failed: "failed",
  failed: "failed",
  finished: "finished",
} as const satisfies Record<InboxItem["kind"], keyof OverviewCounts>;

/** Returns the counts of an inbox. */
export function countItems(inbox: readonly InboxItem[], working: number): OverviewCounts {
  const counts = { waiting: 0, failed: 0, finished: 0, working };
  for (const { kind } of inbox) counts[COUNTED_AS[kind]]++;
  return counts;
}
