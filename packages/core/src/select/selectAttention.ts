import type { Elicitation, Permission } from "../state/requests.js";
import type { SessionId } from "../state/entities.js";
import type { AcpState } from "../state/state.js";
import { selectPendingElicitations } from "./elicitations.js";
import { selectPendingPermissions, selectSessions } from "./sessions.js";
import { stableList } from "./stableList.js";

/** What waits for the user in one session. */
export interface SessionAttention {
  /** Absent for the requests that belong to no session, such as while signing in. */
  readonly sessionId?: SessionId;
  /** When the oldest of the requests was asked, in ms of the store's clock. */
  readonly since: number;
  /** The permission requests that wait for an answer, the oldest first. */
  readonly permissions: readonly Permission[];
  /** The requests for input that wait for an answer, the oldest first. */
  readonly elicitations: readonly Elicitation[];
}

type Request = Permission | Elicitation;

const stablePermissions = stableList<Permission>();
const stableElicitations = stableList<Elicitation>();
const stableItems = stableList<SessionAttention>();
/** By the first request of an item. */
const latest = new WeakMap<Request, SessionAttention>();

/**
 * What waits for the user, session by session, the one with the oldest request first: in all
 * sessions that are not closed, those of subagents included. The same list, and the same item of a
 * session, until its requests change.
 *
 * @example
 * ```ts
 * const waiting = selectAttention(store.getState());
 * badge.textContent = waiting.length > 0 ? `${waiting.length} sessions wait for you` : "";
 * ```
 */
export function selectAttention(state: AcpState): readonly SessionAttention[] {
  const all = selectPendingElicitations(state);
  const ids = selectSessions(state).map(({ sessionId }) => sessionId);
  const items = ids.map((sessionId) => {
    const elicitations = all.filter((item) => item.sessionId === sessionId);
    return attention(selectPendingPermissions(state, sessionId), elicitations, sessionId);
  });
  const elsewhere = all.filter(({ sessionId }) => sessionId === undefined);
  items.push(attention([], elsewhere));
  return stableItems(items.filter((item) => item !== undefined).sort(byAge));
}

function attention(
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
  const known = latest.get(first);
  if (known?.permissions === item.permissions && known.elicitations === item.elicitations)
    return known;
  latest.set(first, item);
  return item;
}

/** Clocks may stand still: then permission requests know their order. */
function byAge(a: SessionAttention, b: SessionAttention): number {
  const ordinal = (item: SessionAttention): number => item.permissions[0]?.ordinal ?? 0;
  return a.since - b.since || ordinal(a) - ordinal(b);
}
