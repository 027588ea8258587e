import type { AgentEvent } from "./events.js";

/** Keeps the transcripts of an agent, so that later connections can load its sessions. */
export interface TranscriptStorage {
  /** Lists the stored sessions, those of one working directory if `cwd` is given. */
  list(cwd?: string): readonly { readonly sessionId: string; readonly cwd: string }[];
  /** Returns the transcript of a session, or `undefined` if it is not stored. */
  read(sessionId: string, cwd: string): readonly AgentEvent[] | undefined;
  /** Adds an event to the transcript of a session, which is created with its first event. */
  append(sessionId: string, cwd: string, event: AgentEvent): void;
  /** Deletes the transcript of a session, if there is one. */
  delete(sessionId: string, cwd: string): void;
}

/** A session that existed before the agent started. */
export interface StoredSession {
  /** The id of the session. */
  readonly sessionId: string;
  /** The absolute path of its working directory. */
  readonly cwd: string;
  /** The transcript. Loading the session sends it to the client. */
  readonly events: readonly AgentEvent[];
}

/**
 * Keeps sessions in memory, as long as the agent exists. This is the default. Pass sessions that
 * existed before the test.
 *
 * @example
 * ```ts
 * import { memoryTranscripts, scriptedAgent } from "@acp-store/testing";
 *
 * const agent = scriptedAgent({
 *   storage: memoryTranscripts({
 *     sessionId: "old",
 *     cwd: "/project",
 *     events: [
 *       { type: "prompt", messageId: "m1", content: [{ type: "text", text: "Hello" }] },
 *       { type: "message", messageId: "m2", text: "Hello to you." },
 *     ],
 *   }),
 *   onPrompt: (turn) => turn.say("Welcome back."),
 * });
 * ```
 */
export function memoryTranscripts(...stored: readonly StoredSession[]): TranscriptStorage {
  const transcripts = new Map(
    stored.map(({ sessionId, cwd, events }) => [sessionId, { cwd, events: [...events] }]),
  );
  return {
    list: (cwd) =>
      [...transcripts].flatMap(([sessionId, session]) =>
        cwd === undefined || session.cwd === cwd ? [{ sessionId, cwd: session.cwd }] : [],
      ),
    read: (sessionId) => transcripts.get(sessionId)?.events,
    append(sessionId, cwd, event) {
      const known = transcripts.get(sessionId);
      if (known) known.events.push(event);
      else transcripts.set(sessionId, { cwd, events: [event] });
    },
    delete: (sessionId) => void transcripts.delete(sessionId),
  };
}
