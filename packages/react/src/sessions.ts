import {
  type AcpState,
  type CatalogEntry,
  type CatalogFilter,
  type NestedTimelineItem,
  type Session,
  selectNestedTimeline,
  selectSession,
  selectSessionCatalog,
  selectSessions,
  selectTimeline,
  selectTurn,
  type TimelineItem,
  type Turn,
} from "@acp-store/core";
import {
  type Read,
  type SessionRead,
  targetsOf,
  useWatched,
  useWatchedSession,
} from "./useWatched.js";

/**
 * Returns the session. Without a selector, every change in the session renders again: select the
 * values that the component shows.
 *
 * @example
 * ```tsx
 * function StopButton() {
 *   const busy = useSession((session) => session?.activity !== "idle");
 *   return <button disabled={!busy}>Stop</button>;
 * }
 * ```
 */
export function useSession<Value = Session | undefined>(
  options?: SessionRead<Session | undefined, Value>,
): Value {
  return useWatchedSession(options, (sessionId) => ({
    targets: [{ type: "session", sessionId }],
    read: (state) => selectSession(state, sessionId),
  }));
}

/**
 * Returns the open sessions in first-seen order. Without a selector, every change in any session
 * renders again: select the values that the component shows, or map `useSessionIds` to rows that
 * each read their own session.
 *
 * @example
 * ```tsx
 * function Titles() {
 *   const titles = useSessions((all) => all.map(({ info }) => info.title ?? "New session"));
 *   return titles.join(", ");
 * }
 * ```
 */
export function useSessions<Value = readonly Session[]>(
  options?: Read<readonly Session[], Value>,
): Value {
  return useWatched({ targets: [{ type: "sessions" }], read: selectSessions }, options);
}

/**
 * Returns the sessions that the agent knows, open or not, the most recently active first. Archived
 * sessions are left out unless the filter asks for them. Renders again only when a listed session
 * changes, and not while the agent streams.
 *
 * @example
 * ```tsx
 * function Sessions({ query }: { query: string }) {
 *   return useSessionCatalog({ query }).map(({ sessionId, title, unread }) => (
 *     <li key={sessionId}>
 *       {title ?? "New session"} {unread && <b>Unread</b>}
 *     </li>
 *   ));
 * }
 * ```
 */
export function useSessionCatalog<Value = readonly CatalogEntry[]>(
  filter?: CatalogFilter,
  options?: Read<readonly CatalogEntry[], Value>,
): Value {
  return useWatched(
    {
      targets: [{ type: "state", field: "catalog" }],
      read: (state) => selectSessionCatalog(state, filter),
    },
    options,
  );
}

/**
 * Returns the ids of the open sessions. Renders again when a session is opened or closed.
 *
 * @example
 * ```tsx
 * function Tabs() {
 *   return useSessionIds().map((id) => <Tab key={id} sessionId={id} />);
 * }
 * ```
 */
export function useSessionIds<Value = readonly string[]>(
  options?: Read<readonly string[], Value>,
): Value {
  return useWatched({ targets: [{ type: "sessionIds" }], read: sessionIdsOf }, options);
}

function sessionIdsOf(state: AcpState): readonly string[] {
  return selectSessions(state).map(({ sessionId }) => sessionId);
}

/**
 * Returns the items of the conversation in first-seen order. Renders again only when an item is
 * added or removed: map the items to rows that each read their own entity.
 *
 * @example
 * ```tsx
 * function Conversation() {
 *   return useTimeline().map((item) =>
 *     item.type === "message" ? <Text key={`${item.id} ${item.run}`} {...item} /> : null,
 *   );
 * }
 * ```
 */
export function useTimeline<Value = readonly TimelineItem[]>(
  options?: SessionRead<readonly TimelineItem[], Value>,
): Value {
  return useWatchedSession(options, (sessionId) => ({
    targets: [{ type: "field", sessionId, field: "timeline" }],
    read: (state) => selectTimeline(state, sessionId),
  }));
}

/**
 * Returns the items of the conversation in first-seen order, with the items of each subagent's
 * session as the `children` of the subagent. Renders again only when an item is added or removed
 * in one of these sessions.
 *
 * @example
 * ```tsx
 * function Conversation() {
 *   return useNestedTimeline().map((item) => (
 *     <Row key={item.id} item={item} children={item.children ?? []} />
 *   ));
 * }
 * ```
 */
export function useNestedTimeline<Value = readonly NestedTimelineItem[]>(
  options?: SessionRead<readonly NestedTimelineItem[], Value>,
): Value {
  return useWatchedSession(options, (sessionId) => ({
    targets: [{ type: "field", field: "timeline" }],
    read: (state) => selectNestedTimeline(state, sessionId),
  }));
}

/**
 * Returns the turn with an id, or without an id the oldest open turn, or else the last turn.
 *
 * @example
 * ```tsx
 * function LastError() {
 *   const turn = useTurn();
 *   return turn?.error ? <p role="alert">{turn.error.message}</p> : null;
 * }
 * ```
 */
export function useTurn<Value = Turn | undefined>(
  turnId?: string,
  options?: SessionRead<Turn | undefined, Value>,
): Value {
  return useWatchedSession(options, (sessionId) => ({
    targets: targetsOf(sessionId, "turns", turnId),
    read: (state) => selectTurn(state, sessionId, turnId),
  }));
}
