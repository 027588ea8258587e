import type { Elicitation, Permission } from "../state/requests.js";
import type { SessionId } from "../state/entities.js";
import type { AcpState } from "../state/state.js";
import { selectPendingElicitations } from "./elicitations.js";
import { createStableList, EMPTY_LIST } from "./list.js";
import { selectPendingLists } from "./sessions.js";

/** The pending requests of one session. */
export interface SessionAttention {
  /** Absent for requests that belong to no session, such as during sign-in. */
  readonly sessionId?: SessionId;
  /** The time of the oldest request, in ms of the store's clock. */
  readonly since: number;
  /** The pending permission requests, the oldest first. */
  readonly permissions: readonly Permission[];
  /** The pending requests for input, the oldest first. */
  readonly elicitations: readonly Elicitation[];
}

type PendingRequest = Permission | Elicitation;

const stablePermissions = /* @__PURE__ */ createStableList<Permission>();
const stableElicitations = /* @__PURE__ */ createStableList<Elicitation>();
const stableItems = /* @__PURE__ */ createStableList<SessionAttention>();
/** The last item by its first request. */
const itemsByRequest = new WeakMap<PendingRequest, SessionAttention>();

/** The result for one list of permissions, until the requests for input change. */
interface CachedAttention {
  readonly elicitations: readonly Elicitation[];
  readonly items: readonly SessionAttention[];
}

const attentionByLists = new WeakMap<readonly (readonly Permission[])[], CachedAttention>();

/**
 * Returns the pending requests grouped by session, the session with the oldest request first. It
 * covers all open sessions, including those of subagents. The list and each item keep their
 * references until the requests change.
 *
 * @example
 * ```ts
 * const waiting = selectAttention(store.getState());
 * badge.textContent = waiting.length > 0 ? `${waiting.length} sessions are waiting for you` : "";
 * ```
 */
export function selectAttention(state: AcpState): readonly SessionAttention[] {
  const lists = selectPendingLists(state);
  const elicitations = selectPendingElicitations(state);
  const known = attentionByLists.get(lists);
  if (known?.elicitations === elicitations) return known.items;
  const items = findAttention(state, lists, elicitations);
  attentionByLists.set(lists, { elicitations, items });
  return items;
}

function findAttention(
  { sessions }: AcpState,
  lists: readonly (readonly Permission[])[],
  elicitations: readonly Elicitation[],
): readonly SessionAttention[] {
  const bySession = new Map<SessionId | undefined, [readonly Permission[], Elicitation[]]>();
  for (const permissions of lists) bySession.set(permissions[0]?.sessionId, [permissions, []]);
  for (const elicitation of elicitations) {
    const { sessionId } = elicitation;
    const requests = bySession.get(sessionId) ?? [EMPTY_LIST, []];
    requests[1].push(elicitation);
    bySession.set(sessionId, requests);
  }
  const items: SessionAttention[] = [];
  for (const [sessionId, [permissions, inputs]] of bySession) {
    const session = sessionId === undefined ? undefined : sessions.get(sessionId);
    // Requests for input may name a session that the store does not know.
    if (sessionId !== undefined && (session === undefined || session.closed)) continue;
    const item = attentionItem(permissions, inputs, sessionId);
    if (item !== undefined) items.push(item);
  }
  return stableItems(items.sort(byAge));
}

function attentionItem(
  permissions: readonly Permission[],
  elicitations: readonly Elicitation[],
  sessionId?: SessionId,
): SessionAttention | undefined {
  const first = permissions[0] ?? elicitations[0];
  if (first === undefined) return undefined;
  const since = Math.min(
    permissions[0]?.requestedAt ?? Number.POSITIVE_INFINITY,
    elicitations[0]?.requestedAt ?? Number.POSITIVE_INFINITY,
  );
  const item: SessionAttention = {
    ...(sessionId !== undefined && { sessionId }),
    since,
    permissions: stablePermissions(permissions),
    elicitations: stableElicitations(elicitations),
  };
  const known = itemsByRequest.get(first);
  if (known?.permissions === item.permissions && known.elicitations === item.elicitations)
    return known;
  itemsByRequest.set(first, item);
  return item;
}

/** Requests of the same time are ordered by their ordinals. */
function byAge(a: SessionAttention, b: SessionAttention): number {
  const ordinal = (item: SessionAttention): number => item.permissions[0]?.ordinal ?? 0;
  return a.since - b.since || ordinal(a) - ordinal(b);
}
