import {
  type AcpState,
  type Elicitation,
  isFinalStatus,
  type Permission,
  type QueuedPrompt,
  selectPendingElicitations,
  selectPendingPermissions,
  type Session,
  type ToolCall,
  type Turn,
} from "@acp-store/core";
import { isCancelledByUser, isLeftUnfinished } from "./callFacts.js";
import type { Moment } from "./source.js";

/** A tool call with its session. */
export interface SessionCall {
  readonly session: Session;
  readonly call: ToolCall;
}

/** A turn with its session. */
export interface SessionTurn {
  readonly session: Session;
  readonly turn: Turn;
}

/** A queued prompt with the id of its session. */
export interface SessionPrompt {
  readonly sessionId: string;
  readonly prompt: QueuedPrompt;
}

/** Everything in a state that has not ended or has no answer. */
export interface Pending {
  readonly permissions: readonly Permission[];
  readonly elicitations: readonly Elicitation[];
  readonly running: readonly SessionCall[];
  /** Calls whose turn or connection ended before the agent reported a final status. */
  readonly unfinished: readonly SessionCall[];
  /** Calls that the user cancelled and that the agent has not updated since. */
  readonly cancelled: readonly SessionCall[];
  /** Open turns: the agent has not responded to their prompts. */
  readonly turns: readonly SessionTurn[];
  readonly queued: readonly SessionPrompt[];
}

export function findPending(state: AcpState, moment: Moment): Pending {
  const sessions = [...state.sessions.values()];
  const calls = sessions.flatMap((session) =>
    openCalls(session.toolCalls).map((call) => ({ session, call })),
  );
  return {
    permissions: selectPendingPermissions(state),
    elicitations: selectPendingElicitations(state),
    running: calls.filter(
      ({ session, call }) => !isFinalStatus(call.status) && !isLeftUnfinished(call, session),
    ),
    unfinished: calls.filter(({ session, call }) => isLeftUnfinished(call, session)),
    cancelled: calls.filter(({ session, call }) => isCancelledByUser(call, session, moment)),
    turns: sessions.flatMap((session) =>
      session.openTurns.flatMap((turnId) => {
        const turn = session.turns.get(turnId);
        return turn === undefined ? [] : [{ session, turn }];
      }),
    ),
    queued: sessions.flatMap(({ sessionId, queue }) =>
      queue.map((prompt) => ({ sessionId, prompt })),
    ),
  };
}

/** Returns the tool calls that will never finish. At the end of a log these include running calls. */
export function callsNeverFinished(
  { unfinished, running }: Pending,
  { isEnd }: Moment,
): readonly SessionCall[] {
  return isEnd ? [...unfinished, ...running] : unfinished;
}

/** Returns the state path of the first tool call that never finished or is still running. */
export function unfinishedCallPath(state: AcpState, moment: Moment): readonly string[] | undefined {
  const pending = findPending(state, moment);
  const first = callsNeverFinished(pending, moment)[0] ?? pending.running[0];
  if (first === undefined) return undefined;
  return ["sessions", first.session.sessionId, "toolCalls", first.call.toolCallId];
}

/** Completed and failed calls are left out. Calls cancelled by the user are still included. */
function openCalls(calls: ReadonlyMap<string, ToolCall>): readonly ToolCall[] {
  return cachedFilter(calls, ({ status }) => status !== "completed" && status !== "failed");
}

// Entity maps are immutable, and each kind of map has only one filter, so the results can be cached.
const filtered = new WeakMap<object, readonly unknown[]>();

function cachedFilter<Entity>(
  table: ReadonlyMap<string, Entity>,
  isIncluded: (entity: Entity) => boolean,
): readonly Entity[] {
  const known = filtered.get(table) as readonly Entity[] | undefined;
  if (known !== undefined) return known;
  const entities: Entity[] = [];
  for (const entity of table.values()) if (isIncluded(entity)) entities.push(entity);
  filtered.set(table, entities);
  return entities;
}
