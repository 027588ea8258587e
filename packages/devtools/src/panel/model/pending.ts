import {
  type AcpState,
  type Elicitation,
  isFinalStatus,
  type Permission,
  type QueuedPrompt,
  type Session,
  type ToolCall,
} from "@acp-store/core";
import { isMarked } from "./explainCall.js";
import type { Moment } from "./moment.js";

/** A tool call, and its session. */
export interface CallIn {
  readonly session: Session;
  readonly call: ToolCall;
}

/** What a state waits for. */
export interface Pending {
  readonly permissions: readonly Permission[];
  readonly elicitations: readonly Elicitation[];
  readonly running: readonly CallIn[];
  /** Their turn or the connection is over, and the agent has never said how they ended. */
  readonly unfinished: readonly CallIn[];
  /** By the client, when the user cancelled; the agent has said nothing of them since. */
  readonly cancelled: readonly CallIn[];
  readonly queued: readonly { readonly sessionId: string; readonly prompt: QueuedPrompt }[];
}

export function pendingOf(state: AcpState, moment: Moment): Pending {
  const sessions = [...state.sessions.values()];
  const calls = sessions.flatMap((session) =>
    notEnded(session.toolCalls).map((call) => ({ session, call })),
  );
  return {
    permissions: sessions.flatMap(({ permissions }) =>
      chosen(permissions, ({ status }) => status === "pending"),
    ),
    elicitations: [...state.elicitations.values()].filter(({ status }) => status === "pending"),
    running: calls.filter(({ call }) => isRunning(call)),
    unfinished: calls.filter(({ call }) => call.stale === true),
    cancelled: calls.filter(({ session, call }) => isMarked(call, session, moment)),
    queued: sessions.flatMap(({ sessionId, queue }) =>
      queue.map((prompt) => ({ sessionId, prompt })),
    ),
  };
}

/** The tool calls that nothing more comes of: where the log has ended, also those that run. */
export function neverEnded({ unfinished, running }: Pending, { isEnd }: Moment): readonly CallIn[] {
  return isEnd ? [...unfinished, ...running] : unfinished;
}

function isRunning({ stale, status }: ToolCall): boolean {
  return stale !== true && !isFinalStatus(status);
}

// The same map has the same entities: with many, and much traffic, they are looked through once.
const found = new WeakMap<object, readonly unknown[]>();

function chosen<Entity>(
  table: ReadonlyMap<string, Entity>,
  isChosen: (entity: Entity) => boolean,
): readonly Entity[] {
  const known = found.get(table) as readonly Entity[] | undefined;
  if (known !== undefined) return known;
  const entities: Entity[] = [];
  for (const entity of table.values()) if (isChosen(entity)) entities.push(entity);
  found.set(table, entities);
  return entities;
}

function notEnded(calls: ReadonlyMap<string, ToolCall>): readonly ToolCall[] {
  return chosen(calls, ({ status }) => status !== "completed" && status !== "failed");
}
