import type { Message } from "@acp-store/core";
import { useMessage, useTurn } from "@acp-store/react";
import type { TimeSpan } from "../time/Duration.js";
import type { MessageProps } from "../context/slots.js";

/**
 * Returns the time that the agent has thought: from its first words until the next item or the end
 * of the turn. `undefined` for replayed thoughts, whose times are those of the replay, and for
 * messages of several runs, whose runs have no times.
 */
export function useThoughtSpan({ id, isStreaming, nextAt }: MessageProps): TimeSpan | undefined {
  const start = useMessage(id, getStart);
  const lastUpdate = useMessage(id, (message) => message?.updatedAt);
  const turnId = useMessage(id, (message) => message?.turnId);
  const turnEnd = useTurn(turnId ?? "", (turn) => turn?.endedAt);
  if (start === undefined) return undefined;
  if (isStreaming) return { start };
  const ends = [nextAt, turnEnd].filter((time) => time !== undefined);
  return { start, end: ends.length > 0 ? Math.min(...ends) : lastUpdate };
}

function getStart(message: Message | undefined): number | undefined {
  if (message === undefined || message.replayed || message.runStarts) return undefined;
  return message.createdAt;
}
