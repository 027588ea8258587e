import type { AgentEvent } from "./events.js";
import type { OpenSession } from "./session.js";
import {
  PERMISSION_CHOICES,
  type PermissionAnswer,
  type PermissionQuestion,
  type SessionClient,
} from "./sessionClient.js";
import { TurnCancelledError, untilCancelled } from "./turnCancelledError.js";

/** A session in which a script plays, and what its steps need. */
export interface Stage {
  readonly session: OpenSession;
  readonly client: SessionClient;
  readonly signal: AbortSignal;
  readonly speed: number;
  /** Run in reverse order when the turn is cancelled or fails. */
  readonly cleanups: (() => Promise<void>)[];
  /** Adds an event to the transcript and sends it to the client. */
  emit(event: AgentEvent): Promise<void>;
  askPermission(question: PermissionQuestion): Promise<PermissionAnswer>;
}

export function createStage(
  options: Pick<Stage, "session" | "client" | "signal" | "speed">,
): Stage {
  const { session, client } = options;

  async function askPermission(question: PermissionQuestion): Promise<PermissionAnswer> {
    const { call = {}, options: choices = PERMISSION_CHOICES } = question;
    const toolCallId = question.toolCallId ?? session.ids.next("call");
    const asked = { toolCallId, call, options: choices };
    const optionId = await waitForUser(options, () =>
      client.requestPermission(asked, question.signal),
    );
    if (optionId === undefined) throw new TurnCancelledError();
    const chosen = choices.find((choice) => choice.optionId === optionId);
    return { optionId, isAllowed: chosen?.kind.startsWith("allow") ?? false };
  }

  return {
    ...options,
    cleanups: [],
    async emit(event) {
      session.add(event);
      await client.send(event);
    },
    askPermission,
  };
}

/** Asks the user, and reports in version 2 that the agent is waiting. */
export async function waitForUser<Answer>(
  { client, signal }: Pick<Stage, "client" | "signal">,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  await client.reportWaiting(true);
  try {
    return await untilCancelled(signal, ask());
  } finally {
    if (!signal.aborted) await client.reportWaiting(false);
  }
}
