import type { Frame } from "@acp-store/core";

/** Returns the ids of the sessions that a connection has opened, according to its history. */
export function findSessionIds(history: readonly Frame[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { msg } of history)
    for (const part of [readField(msg, "params"), readField(msg, "result")]) {
      const id = readField(part, "sessionId");
      if (typeof id === "string") ids.add(id);
    }
  return ids;
}

/**
 * Returns whether the history contains the transcripts of its sessions from the start. A session that
 * was resumed and not loaded has an earlier part that only the agent and the saved session have.
 */
export function hasWholeTranscripts(history: readonly Frame[]): boolean {
  return history.every(
    ({ dir, msg }) =>
      dir !== "sent" ||
      readField(msg, "method") !== "session/resume" ||
      // In version 2, this parameter makes the agent replay the transcript.
      readField(readField(msg, "params"), "replayFrom") !== undefined,
  );
}

function readField(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
