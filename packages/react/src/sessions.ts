import * as reads from "@acp-store/core/reads";
import { type ReadHook, type SessionReadHook, useRead, useSessionRead } from "./useRead.js";

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
export const useSession: SessionReadHook<typeof reads.sessionRead> = (...args) =>
  useSessionRead(useSession, reads.sessionRead, args);

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
export const useSessions: ReadHook<typeof reads.sessionsRead> = (...args) =>
  useRead(useSessions, reads.sessionsRead, args);

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
export const useSessionCatalog: ReadHook<typeof reads.sessionCatalogRead> = (...args) =>
  useRead(useSessionCatalog, reads.sessionCatalogRead, args);

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
export const useSessionIds: ReadHook<typeof reads.sessionIdsRead> = (...args) =>
  useRead(useSessionIds, reads.sessionIdsRead, args);

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
export const useTimeline: SessionReadHook<typeof reads.timelineRead> = (...args) =>
  useSessionRead(useTimeline, reads.timelineRead, args);

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
export const useNestedTimeline: SessionReadHook<typeof reads.nestedTimelineRead> = (...args) =>
  useSessionRead(useNestedTimeline, reads.nestedTimelineRead, args);

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
export const useTurn: SessionReadHook<typeof reads.turnRead> = (...args) =>
  useSessionRead(useTurn, reads.turnRead, args);
