import { randomUUID } from "node:crypto";
import { isAbsolute } from "node:path";
import { RequestError } from "@agentclientprotocol/sdk";
import { createSession, titleOf, type DemoSession } from "./session.js";
import { createTranscript, readTranscript, transcriptIds, type Transcript } from "./transcript.js";

/** The sessions of one agent, whichever version of the protocol its client speaks. */
export interface Sessions {
  /** @throws {RequestError} for a folder that is not absolute. */
  create(cwd: string): DemoSession;
  /** @throws {RequestError} when this process has no such session. */
  get(sessionId: string): DemoSession;
  /**
   * One of this process, or of an earlier one that worked in the folder.
   *
   * @throws {RequestError} when there is neither.
   */
  open(sessionId: string, cwd: string): DemoSession;
  /** Those kept in the folder, the newest first. */
  list(cwd: string): SessionSummary[];
  /** Cancels its turn and forgets it; what it said stays on disk. */
  close(sessionId: string): void;
  cancel(sessionId: string): void;
  /** Cancels every turn, and with it every command that runs. */
  stop(): void;
}

export interface SessionSummary {
  readonly sessionId: string;
  readonly cwd: string;
  readonly title?: string;
  readonly updatedAt?: string;
}

export function createSessions(): Sessions {
  const sessions = new Map<string, DemoSession>();

  function add(id: string, cwd: string, transcript: Transcript): DemoSession {
    const session = createSession(id, cwd, transcript);
    sessions.set(id, session);
    return session;
  }

  function get(sessionId: string): DemoSession {
    const session = sessions.get(sessionId);
    if (!session) throw RequestError.sessionNotFound(sessionId);
    return session;
  }

  return {
    get,
    create(cwd) {
      if (!isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, "cwd must be absolute");
      const id = randomUUID();
      return add(id, cwd, createTranscript(cwd, id));
    },
    open(sessionId, cwd) {
      const open = sessions.get(sessionId);
      if (open) return open;
      const transcript = readTranscript(cwd, sessionId);
      if (!transcript) throw RequestError.sessionNotFound(sessionId);
      return add(sessionId, cwd, transcript);
    },
    list: listSessions,
    close(sessionId) {
      get(sessionId).turn?.abort();
      sessions.delete(sessionId);
    },
    cancel: (sessionId) => sessions.get(sessionId)?.turn?.abort(),
    stop: () => sessions.forEach((session) => session.turn?.abort()),
  };
}

function listSessions(cwd: string): SessionSummary[] {
  const summaries = transcriptIds(cwd).map((sessionId): SessionSummary => {
    const transcript = readTranscript(cwd, sessionId);
    const named = transcript && titleOf(transcript);
    return { sessionId, cwd, ...(named && { title: named.title, updatedAt: named.updatedAt }) };
  });
  return summaries.sort((a, b) => (b.updatedAt ?? "").localeCompare(a.updatedAt ?? ""));
}
