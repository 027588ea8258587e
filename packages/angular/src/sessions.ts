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
import type { Signal } from "@angular/core";
import {
  type AcpInjectOptions,
  type MaybeGetter,
  type SessionOptions,
  toValue,
} from "./context.js";
import { injectRead, injectSessionRead } from "./injectRead.js";

/**
 * Returns the session, or `undefined` until the store knows it. Every change in the session changes
 * the value: prefer a function that reads less.
 */
export function injectSession(options?: SessionOptions): Signal<Session | undefined> {
  return injectSessionRead(sessionRead, options);
}

/**
 * Returns the open sessions in first-seen order. Every change in any session changes the value.
 */
export function injectSessions(options?: AcpInjectOptions): Signal<readonly Session[]> {
  return injectRead(() => sessionsRead(), options);
}

/**
 * Returns the sessions that the agent knows, open or not, the most recently active first. Archived
 * sessions are left out unless the filter asks for them.
 */
export function injectSessionCatalog(
  filter?: MaybeGetter<CatalogFilter | undefined>,
  options?: AcpInjectOptions,
): Signal<readonly CatalogEntry[]> {
  return injectRead(() => sessionCatalogRead(toValue(filter)), options);
}

/**
 * Returns the ids of the open sessions in first-seen order.
 */
export function injectSessionIds(options?: AcpInjectOptions): Signal<readonly string[]> {
  return injectRead(() => sessionIdsRead(), options);
}

/**
 * Returns the items of the conversation in first-seen order. It changes only when an item is added
 * or removed: render a component for each item, which reads its own entity.
 */
export function injectTimeline(options?: SessionOptions): Signal<readonly TimelineItem[]> {
  return injectSessionRead(timelineRead, options);
}

/**
 * Returns the items of the conversation in first-seen order, with the items of each subagent's
 * session as the `children` of the subagent.
 */
export function injectNestedTimeline(
  options?: SessionOptions,
): Signal<readonly NestedTimelineItem[]> {
  return injectSessionRead(nestedTimelineRead, options);
}

/**
 * Returns the turn with an id, or without an id the oldest open turn, or else the last turn.
 */
export function injectTurn(
  turnId?: MaybeGetter<string | undefined>,
  options?: SessionOptions,
): Signal<Turn | undefined> {
  return injectSessionRead((sessionId) => turnRead(sessionId, toValue(turnId)), options);
}
