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
import { type MaybeGetter, type SessionOptions, toValue } from "./context.js";
import { type ReadValue, useRead, useSessionRead } from "./useRead.js";

/**
 * Returns the session, or `undefined` until the store knows it. Every change in the session changes
 * the value: prefer a function that reads less.
 */
export function useSession(options?: SessionOptions): ReadValue<Session | undefined> {
  return useSessionRead(sessionRead, () => [], options);
}

/**
 * Returns the open sessions in first-seen order. Every change in any session changes the value.
 */
export function useSessions(): ReadValue<readonly Session[]> {
  return useRead(sessionsRead, () => []);
}

/**
 * Returns the sessions that the agent knows, open or not, the most recently active first. Archived
 * sessions are left out unless the filter asks for them.
 */
export function useSessionCatalog(
  filter?: MaybeGetter<CatalogFilter>,
): ReadValue<readonly CatalogEntry[]> {
  return useRead(sessionCatalogRead, () => [toValue(filter)]);
}

/**
 * Returns the ids of the open sessions in first-seen order.
 */
export function useSessionIds(): ReadValue<readonly string[]> {
  return useRead(sessionIdsRead, () => []);
}

/**
 * Returns the items of the conversation in first-seen order. It changes only when an item is added
 * or removed: render a component for each item, which reads its own entity.
 */
export function useTimeline(options?: SessionOptions): ReadValue<readonly TimelineItem[]> {
  return useSessionRead(timelineRead, () => [], options);
}

/**
 * Returns the items of the conversation in first-seen order, with the items of each subagent's
 * session as the `children` of the subagent.
 */
export function useNestedTimeline(
  options?: SessionOptions,
): ReadValue<readonly NestedTimelineItem[]> {
  return useSessionRead(nestedTimelineRead, () => [], options);
}

/**
 * Returns the turn with an id, or without an id the oldest open turn, or else the last turn.
 */
export function useTurn(
  turnId?: MaybeGetter<string>,
  options?: SessionOptions,
): ReadValue<Turn | undefined> {
  return useSessionRead(turnRead, () => [toValue(turnId)], options);
}
