import type { Message, Plan, ToolCall, Turn } from "../state/entities.js";
import type { Permission } from "../state/requests.js";
import type { Terminal } from "../state/sessionParts.js";
import type { AcpState, Session, TimelineItem } from "../state/state.js";
import { storedSession } from "../state/storedState.js";
import { listOf, NOTHING } from "./list.js";

/**
 * One session, or `undefined` as long as nothing is known of it.
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
 * The sessions that are not closed, in the order in which they were first seen.
 *
 * @example
 * ```ts
 * selectSessions(store.getState()).map((session) => session.info.title);
 * ```
 */
export const selectSessions: (state: AcpState) => readonly Session[] = listOf(
  (state: AcpState) => state.sessions,
  (session) => !session.closed,
);

/**
 * One tool call.
 *
 * @example
 * ```ts
 * selectToolCall(store.getState(), "s1", "call_1")?.status; // "in_progress"
 * ```
 */
export function selectToolCall(
  state: AcpState,
  sessionId: string,
  toolCallId: string,
): ToolCall | undefined {
  return state.sessions.get(sessionId)?.toolCalls.get(toolCallId);
}

const toolCallsOf = listOf((session: Session) => session.toolCalls);

/**
 * The tool calls of a session in first-seen order. The same list until one of them changes.
 *
 * @example
 * ```ts
 * selectToolCalls(store.getState(), "s1").filter((call) => call.kind === "edit");
 * ```
 */
export function selectToolCalls(state: AcpState, sessionId: string): readonly ToolCall[] {
  const session = state.sessions.get(sessionId);
  return session ? toolCallsOf(session) : NOTHING;
}

const plansOf = listOf((session: Session) => session.plans);

/** The plans of a session in first-seen order. */
export function selectPlans(state: AcpState, sessionId: string): readonly Plan[] {
  const session = state.sessions.get(sessionId);
  return session ? plansOf(session) : NOTHING;
}

/**
 * A plan: the one with this id, or the one that was updated last.
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

const messagesOf = listOf((session: Session) => session.messages);

/** The messages of a session in first-seen order. */
export function selectMessages(state: AcpState, sessionId: string): readonly Message[] {
  const session = state.sessions.get(sessionId);
  return session ? messagesOf(session) : NOTHING;
}

/** One terminal. */
export function selectTerminal(
  state: AcpState,
  sessionId: string,
  terminalId: string,
): Terminal | undefined {
  return state.sessions.get(sessionId)?.terminals.get(terminalId);
}

/** A turn: the one with this id, or the oldest that is open, or else the last one. */
export function selectTurn(state: AcpState, sessionId: string, turnId?: string): Turn | undefined {
  const session = state.sessions.get(sessionId);
  if (session === undefined) return undefined;
  const id = turnId ?? session.openTurns[0] ?? turnsOf(session).at(-1)?.turnId;
  return id === undefined ? undefined : session.turns.get(id);
}

const turnsOf = listOf((session: Session) => session.turns);

/** What the conversation shows, in first-seen order; each item names an entity. */
export function selectTimeline(state: AcpState, sessionId: string): readonly TimelineItem[] {
  return state.sessions.get(sessionId)?.timeline ?? NOTHING;
}

const pendingIn = listOf(
  (session: Session) => session.permissions,
  (permission) => permission.status === "pending",
);

const pendingEverywhere = pendingOverall();

/**
 * The permission requests that wait for an answer, the oldest first: of one session, or of all.
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
  if (sessionId === undefined) return pendingEverywhere(state);
  const session = state.sessions.get(sessionId);
  return session ? pendingIn(session) : NOTHING;
}

/** The same list as long as it holds the same requests, however much else changes. */
function pendingOverall(): (state: AcpState) => readonly Permission[] {
  const known = new WeakMap<AcpState["sessions"], readonly Permission[]>();
  let last: readonly Permission[] = NOTHING;
  return ({ sessions }) => {
    const cached = known.get(sessions);
    if (cached) return cached;
    const found = [...sessions.values()].flatMap((session) => [...pendingIn(session)]);
    found.sort((a, b) => a.ordinal - b.ordinal);
    const same = found.length === last.length && found.every((item, index) => item === last[index]);
    if (!same) last = found.length === 0 ? NOTHING : found;
    known.set(sessions, last);
    return last;
  };
}
