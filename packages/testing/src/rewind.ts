import { RequestError } from "@agentclientprotocol/sdk/unstable";
import type { AgentEvent } from "./events.js";

/** The extension request of Qwen Code that takes a conversation back. */
export const REWIND_METHOD = "rewindSession";

/** The parameters of {@link REWIND_METHOD}. */
interface RewindRequest {
  readonly sessionId: string;
  /** The number of prompts to keep. */
  readonly targetTurnIndex: number;
}

/** @throws RequestError if the parameters are malformed. */
export function parseRewindRequest(params: unknown): RewindRequest {
  const sessionId = fieldOf(params, "sessionId");
  const targetTurnIndex = fieldOf(params, "targetTurnIndex");
  if (typeof sessionId !== "string" || typeof targetTurnIndex !== "number")
    throw RequestError.invalidParams(params);
  return { sessionId, targetTurnIndex };
}

/** Returns the last message to keep in a fork, which JetBrains Air puts into `_meta`. */
export function readForkPoint(meta: unknown): string | undefined {
  const messageId = ["jetbrains", "air", "fork", "messageId"].reduce<unknown>(fieldOf, meta);
  return typeof messageId === "string" ? messageId : undefined;
}

/**
 * Returns the part of a transcript that ends with a message.
 *
 * @throws RequestError if the transcript does not contain the message.
 */
export function keepThroughMessage(
  events: readonly AgentEvent[],
  messageId: string,
): readonly AgentEvent[] {
  const last = events.findLastIndex(
    (event) => event.type === "message" && event.messageId === messageId,
  );
  if (last === -1) throw RequestError.invalidParams({ messageId }, "the message was not found");
  return events.slice(0, last + 1);
}

/**
 * Returns the part of a transcript that precedes a prompt.
 *
 * @throws RequestError if there are fewer prompts.
 */
export function keepPrompts(events: readonly AgentEvent[], count: number): readonly AgentEvent[] {
  const prompts = events.flatMap(({ type }, index) => (type === "prompt" ? [index] : []));
  const first = prompts[count];
  if (first === undefined) throw RequestError.invalidParams({ count }, "there is no such prompt");
  return events.slice(0, first);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
