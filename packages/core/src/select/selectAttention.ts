import type { Elicitation, Permission } from "../state/requests.js";
import type { SessionId } from "../state/entities.js";
import type { AcpState } from "../state/state.js";
import { selectPendingElicitations } from "./elicitations.js";
import { selectPendingPermissions, selectSessions } from "./sessions.js";
import { createStableList } from "./stableList.js";

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

const stablePermissions = createStableList<Permission>();
const stableElicitations = createStableList<Elicitation>();
const stableItems = createStableList<SessionAttention>();
/** The last item by its first request. */
const itemsByRequest = new WeakMap<PendingRequest, SessionAttention>();

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
  const all = selectPendingElicitations(state);
  const ids = selectSessions(state).map(({ sessionId }) => sessionId);
  const items = ids.map((sessionId) => {
    const elicitations = all.filter((item) => item.sessionId === sessionId);
    return attentionItem(selectPendingPermissions(state, sessionId), elicitations, sessionId);
  });
  const withoutSession = all.filter(({ sessionId }) => sessionId === undefined);
  items.push(attentionItem([], withoutSession));
  return stableItems(items.filter((item) => item !== undefined).sort(byAge));
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
