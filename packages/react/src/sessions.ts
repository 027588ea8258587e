import type {
  CatalogEntry,
  CatalogFilter,
  NestedTimelineItem,
  Session,
  TimelineItem,
  Turn,
} from "@acp-store/core";
import {
  nestedTimelineRead,
  sessionCatalogRead,
  sessionIdsRead,
  sessionRead,
  sessionsRead,
  timelineRead,
  turnRead,
} from "@acp-store/core/reads";
import { useSessionId } from "./context.js";
import { type SelectorOrOptions, type SessionSelectorOrOptions, useRead } from "./useRead.js";

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
  options?: SessionSelectorOrOptions<Session | undefined, Value>,
): Value {
  return useRead(sessionRead(useSessionId(options)), options);
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
  options?: SelectorOrOptions<readonly Session[], Value>,
): Value {
  return useRead(sessionsRead(), options);
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
  options?: SelectorOrOptions<readonly CatalogEntry[], Value>,
): Value {
  return useRead(sessionCatalogRead(filter), options);
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
  options?: SelectorOrOptions<readonly string[], Value>,
): Value {
  return useRead(sessionIdsRead(), options);
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
  options?: SessionSelectorOrOptions<readonly TimelineItem[], Value>,
): Value {
  return useRead(timelineRead(useSessionId(options)), options);
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
  options?: SessionSelectorOrOptions<readonly NestedTimelineItem[], Value>,
): Value {
  return useRead(nestedTimelineRead(useSessionId(options)), options);
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
  options?: SessionSelectorOrOptions<Turn | undefined, Value>,
): Value {
  return useRead(turnRead(useSessionId(options), turnId), options);
}
