import {
  type AcpState,
  type CatalogEntry,
  type Elicitation,
  type Permission,
  selectAttention,
  selectUsageTotals,
  sumUsageTotals,
  type UsageTotals,
} from "@acp-store/core";
import { compareItems, compareSessions, type OverviewSession, type InboxItem } from "./inbox.js";
import { sessionKey } from "./sessionKey.js";

/** The part of the overview that comes from one agent. */
export interface AgentRows {
  /** The rows of the inbox, in order. */
  readonly inbox: readonly InboxItem[];
  /** The sessions of the catalog, in order. */
  readonly sessions: readonly OverviewSession[];
  /** The number of open sessions that have an open turn. */
  readonly working: number;
  /** The tokens and costs of all sessions in total. */
  readonly usage: UsageTotals;
}

/** The requests of a session and its subagents, or those that belong to no session. */
interface Requests {
  readonly since: number;
  readonly permissions: Permission[];
  readonly elicitations: Elicitation[];
}

/** Computes the rows of one agent. */
export function rowsOfAgent(agentId: string, state: AcpState): AgentRows {
  const working = findWorking(state);
  const requests = groupRequests(state);
  const sessions: OverviewSession[] = [];
  const inbox: InboxItem[] = [];
  for (const [sessionId, group] of requests)
    if (sessionId !== undefined)
      inbox.push({
        kind: "waiting",
        key: sessionKey({ agentId, sessionId }),
        agentId,
        sessionId,
        ...group,
      });
  const row = rowOfAgent(agentId, state, requests.get(undefined));
  if (row !== undefined) inbox.push(row);
  const usage = usageByRoot(state);
  for (const entry of state.catalog.values()) {
    const { sessionId } = entry;
    const session = rowOfSession(agentId, entry, working.has(sessionId), usage.get(sessionId));
    sessions.push(session);
    if (!session.isWorking && !requests.has(sessionId)) inbox.push(...newsOf(session));
  }
  return {
    inbox: inbox.toSorted(compareItems),
    sessions: sessions.toSorted(compareSessions),
    working: working.size,
    usage: selectUsageTotals(state),
  };
}

function findWorking({ sessions }: AcpState): ReadonlySet<string> {
  const working = new Set<string>();
  for (const { sessionId, closed, openTurns } of sessions.values())
    if (!closed && openTurns.length > 0) working.add(sessionId);
  return working;
}

/** Returns the totals of the sessions that have any, each with its subagents. */
function usageByRoot(state: AcpState): ReadonlyMap<string, UsageTotals> {
  const parts = new Map<string, UsageTotals[]>();
  for (const { sessionId, usageTotals } of state.sessions.values()) {
    if (usageTotals === undefined) continue;
    const root = findRoot(state, sessionId);
    const ofRoot = parts.get(root);
    if (ofRoot === undefined) parts.set(root, [usageTotals]);
    else ofRoot.push(usageTotals);
  }
  return new Map(Array.from(parts, ([root, ofRoot]) => [root, sumUsageTotals(ofRoot)]));
}

/** Returns the pending requests by the session that shows them. */
function groupRequests(state: AcpState): ReadonlyMap<string | undefined, Requests> {
  const groups = new Map<string | undefined, Requests>();
  // The session with the oldest request comes first.
  for (const { sessionId, since, permissions, elicitations } of selectAttention(state)) {
    const root = sessionId === undefined ? undefined : findRoot(state, sessionId);
    const group = groups.get(root) ?? { since, permissions: [], elicitations: [] };
    groups.set(root, group);
    group.permissions.push(...permissions);
    group.elicitations.push(...elicitations);
  }
  for (const { permissions, elicitations } of groups.values()) {
    permissions.sort((a, b) => a.ordinal - b.ordinal);
    elicitations.sort((a, b) => a.requestedAt - b.requestedAt);
  }
  return groups;
}

/** Returns the session whose conversation shows the work of a session: its first ancestor. */
function findRoot({ sessions }: AcpState, sessionId: string): string {
  let root = sessionId;
  // A malformed message can make two sessions each other's parent.
  for (const visited = new Set<string>(); !visited.has(root); ) {
    visited.add(root);
    const parent = sessions.get(root)?.parentSessionId;
    if (parent === undefined || !sessions.has(parent)) break;
    root = parent;
  }
  return root;
}

function rowOfAgent(
  agentId: string,
  { connection, agent: { auth } }: AcpState,
  requests: Requests | undefined,
): InboxItem | undefined {
  const row = { key: agentId, agentId };
  const isSignInMissing = auth?.status === "required" || auth?.status === "failed";
  if (isSignInMissing && connection?.status === "ready")
    return { ...row, kind: "sign_in", since: auth.since };
  if (requests !== undefined) return { ...row, kind: "waiting", ...requests };
  if (connection?.status !== "closed" || connection.parked) return undefined;
  const { endedAt = 0, reason = "The connection to the agent was closed." } = connection;
  return { ...row, kind: "agent_failed", since: endedAt, reason };
}

function rowOfSession(
  agentId: string,
  entry: CatalogEntry,
  isWorking: boolean,
  usage: UsageTotals | undefined,
): OverviewSession {
  const { sessionId, updatedAt = "", lastActivityAt = 0 } = entry;
  return {
    key: sessionKey({ agentId, sessionId }),
    agentId,
    sessionId,
    entry,
    lastActivity: Math.max(Date.parse(updatedAt) || 0, lastActivityAt),
    isWorking,
    ...(usage && { usage }),
  };
}

/** Returns the row of a session that has news, and nothing otherwise. */
function newsOf({
  key,
  agentId,
  sessionId,
  entry,
  lastActivity,
}: OverviewSession): readonly InboxItem[] {
  const { unread, archived, failure } = entry;
  if (!unread || archived) return [];
  const row = { key, agentId, sessionId, since: lastActivity };
  if (failure === undefined) return [{ ...row, kind: "finished" }];
  return [{ ...row, kind: "failed", ...(failure.error && { error: failure.error }) }];
}
