import { foldPages } from "../persistent/foldPages.js";
import type { ContentBlock } from "../state/content.js";
import type { Message, Plan, ToolCall, Turn } from "../state/entities.js";
import { NOT_OPENED } from "../state/notOpened.js";
import type { Permission } from "../state/requests.js";
import type { AcpState, Session } from "../state/state.js";
import type { TimelineItem } from "../state/tables.js";
import { storedSession } from "../state/storedState.js";
import { createIndexSelector, createListSelector, createStableList, EMPTY_LIST } from "./list.js";

/**
 * Returns one session, or `undefined` until the store knows it.
 *
 * @example
 * ```ts
 * selectSession(store.getState(), "s1")?.activity; // "running"
 * ```
 */
export function selectSession(state: AcpState, sessionId: string): Session | undefined {
  return state.sessions.get(sessionId);
}

/**
 * Returns whether a session has something to stop: a turn is open, or the agent works, waits for the user
 * or has not confirmed a cancel yet. Show the Stop button while it does.
 *
 * @example
 * ```ts
 * stopButton.hidden = !isSessionBusy(selectSession(store.getState(), "s1"));
 * ```
 */
export function isSessionBusy(
  session: Pick<Session, "activity" | "openTurns"> | undefined,
): boolean {
  if (session === undefined) return false;
  const { activity, openTurns } = session;
  return openTurns.length > 0 || (activity !== "idle" && activity !== "unknown");
}

/**
 * Returns whether a session was restored, and its agent has not tried to open it yet. It is `detached`, but
 * the agent may well know it.
 *
 * @example
 * ```ts
 * const session = selectSession(store.getState(), "s1");
 * const isReadOnly = session?.detached !== undefined && !isSessionUnopened(session);
 * ```
 */
export function isSessionUnopened(session: Pick<Session, "detached"> | undefined): boolean {
  return session?.detached === NOT_OPENED;
}

/**
 * Returns the open sessions in first-seen order.
 *
 * @example
 * ```ts
 * selectSessions(store.getState()).map((session) => session.info.title);
 * ```
 */
export function selectSessions(state: AcpState): readonly Session[] {
  return openSessionsOf(state.sessions);
}

const openSessionsOf = /* @__PURE__ */ createListSelector((session: Session) =>
  session.closed ? undefined : session,
);

const toolCallsOf = /* @__PURE__ */ createListSelector((call: ToolCall) => call);

/**
 * Returns the tool calls of a session in first-seen order. The list keeps its reference until one
 * of them changes.
 *
 * @example
 * ```ts
 * selectToolCalls(store.getState(), "s1").filter((call) => call.kind === "edit");
 * ```
 */
export function selectToolCalls(state: AcpState, sessionId: string): readonly ToolCall[] {
  const session = state.sessions.get(sessionId);
  return session ? toolCallsOf(session.toolCalls) : EMPTY_LIST;
}

const plansOf = /* @__PURE__ */ createListSelector((plan: Plan) => plan);

/**
 * Returns the plans of a session in first-seen order. The list keeps its reference until one of
 * them changes.
 *
 * @example
 * ```ts
 * selectPlans(store.getState(), "s1").map((plan) => plan.planId);
 * ```
 */
export function selectPlans(state: AcpState, sessionId: string): readonly Plan[] {
  const session = state.sessions.get(sessionId);
  return session ? plansOf(session.plans) : EMPTY_LIST;
}

/**
 * Returns the plan with an id, or without an id the most recently updated plan.
 *
 * @example
 * ```ts
 * selectPlan(store.getState(), "s1")?.entries?.filter((entry) => entry.status === "completed");
 * ```
 */
export function selectPlan(state: AcpState, sessionId: string, planId?: string): Plan | undefined {
  const session = state.sessions.get(sessionId);
  const id = planId ?? (session && storedSession(session).recentPlans.at(-1));
  return id === undefined ? undefined : session?.plans.get(id);
}

const stableRun = /* @__PURE__ */ createStableList<ContentBlock>();

/**
 * Returns the content blocks of one run of a message, as a timeline item of type `message` names it.
 * The list keeps its reference until the run changes. Empty for an unknown message or run.
 *
 * @example
 * ```ts
 * for (const item of selectTimeline(store.getState(), "s1")) {
 *   if (item.type === "message")
 *     console.log(selectMessageRun(store.getState(), "s1", item.id, item.run));
 * }
 * ```
 */
export function selectMessageRun(
  state: AcpState,
  sessionId: string,
  id: string,
  run: number,
): readonly ContentBlock[] {
  const message = state.sessions.get(sessionId)?.messages.get(id);
  if (message === undefined) return EMPTY_LIST;
  const { content, runStarts = EMPTY_LIST } = message;
  if (run > runStarts.length) return EMPTY_LIST;
  if (runStarts.length === 0) return content;
  const start = run === 0 ? 0 : runStarts[run - 1];
  return stableRun(content.slice(start, runStarts[run]));
}

const messagesOf = /* @__PURE__ */ createListSelector((message: Message) => message);

/**
 * Returns the messages of a session in first-seen order. The list keeps its reference until one of
 * them changes.
 *
 * @example
 * ```ts
 * selectMessages(store.getState(), "s1").filter((message) => message.role === "agent");
 * ```
 */
export function selectMessages(state: AcpState, sessionId: string): readonly Message[] {
  const session = state.sessions.get(sessionId);
  return session ? messagesOf(session.messages) : EMPTY_LIST;
}

/**
 * Returns the turn with an id, or without an id the oldest open turn, or else the last turn.
 *
 * @example
 * ```ts
 * selectTurn(store.getState(), "s1")?.stopReason; // "end_turn"
 * ```
 */
export function selectTurn(state: AcpState, sessionId: string, turnId?: string): Turn | undefined {
  const session = state.sessions.get(sessionId);
  if (session === undefined) return undefined;
  const id = turnId ?? session.openTurns[0];
  return id === undefined ? newestTurnOf(session.turns) : session.turns.get(id);
}

const newestTurnOf = /* @__PURE__ */ foldPages<Turn, Turn | undefined>(
  (turns) => turns.at(-1),
  (turns) => turns.findLast((turn) => turn !== undefined),
);

/**
 * Returns the items of the conversation in the order in which they appeared. Each item names an
 * entity, or a run of a message (see {@link selectMessageRun}).
 *
 * @example
 * ```ts
 * for (const { type, id } of selectTimeline(store.getState(), "s1")) console.log(type, id);
 * ```
 */
export function selectTimeline(state: AcpState, sessionId: string): readonly TimelineItem[] {
  return state.sessions.get(sessionId)?.timeline ?? EMPTY_LIST;
}

const pendingInSession = /* @__PURE__ */ createIndexSelector(
  (session: Session) => session.permissions,
  (session) => session.pendingPermissions,
);

/**
 * Returns the pending permission requests of one session, or of all sessions, the oldest first.
 * The list keeps its reference until a request arrives or is settled.
 *
 * @example
 * ```ts
 * const [oldest] = selectPendingPermissions(store.getState());
 * if (oldest) store.respondToPermission(oldest.permissionId, oldest.options[0].optionId);
 * ```
 */
export function selectPendingPermissions(
  state: AcpState,
  sessionId?: string,
): readonly Permission[] {
  if (sessionId === undefined) return pendingInAllSessions(state);
  const session = state.sessions.get(sessionId);
  return session ? pendingInSession(session) : EMPTY_LIST;
}

/** Returns the lists of pending permission requests of the sessions that have any. */
export function selectPendingLists({ sessions }: AcpState): readonly (readonly Permission[])[] {
  return pendingListsOf(sessions);
}

const pendingListsOf = /* @__PURE__ */ createListSelector((session: Session) => {
  const pending = pendingInSession(session);
  return pending.length > 0 ? pending : undefined;
});

const stablePending = /* @__PURE__ */ createStableList<Permission>();
const pendingByLists = new WeakMap<readonly (readonly Permission[])[], readonly Permission[]>();

function pendingInAllSessions(state: AcpState): readonly Permission[] {
  const lists = selectPendingLists(state);
  const known = pendingByLists.get(lists);
  if (known !== undefined) return known;
  const pending = stablePending(lists.flat().sort((a, b) => a.ordinal - b.ordinal));
  pendingByLists.set(lists, pending);
  return pending;
}
