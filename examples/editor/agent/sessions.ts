import { randomUUID } from "node:crypto";
import { isAbsolute } from "node:path";
import { RequestError } from "@agentclientprotocol/sdk";
import { createSession, findTitle, type DemoSession } from "./session.js";
import {
  createTranscript,
  readTranscript,
  listTranscriptIds,
  type Transcript,
} from "./transcript.js";

/** The sessions of one agent, independent of the protocol version. */
export interface Sessions {
  /** @throws {RequestError} if `cwd` is not an absolute path. */
  create(cwd: string): DemoSession;
  /** @throws {RequestError} if the session is not open in this process. */
  get(sessionId: string): DemoSession;
  /**
   * Returns an open session, or opens one that an earlier process stored in the folder.
   *
   * @throws {RequestError} if the session does not exist.
   */
  open(sessionId: string, cwd: string): DemoSession;
  /** Lists the sessions stored in the folder, newest first. */
  list(cwd: string): SessionSummary[];
  /** Cancels the session's turn and removes the session. Its transcript stays on disk. */
  close(sessionId: string): void;
  cancel(sessionId: string): void;
  /** Cancels every turn and kills every running command. */
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
  const summaries = listTranscriptIds(cwd).map((sessionId): SessionSummary => {
    const transcript = readTranscript(cwd, sessionId);
    const named = transcript && findTitle(transcript);
    return { sessionId, cwd, ...(named && { title: named.title, updatedAt: named.updatedAt }) };
  });
  return summaries.sort((a, b) => (b.updatedAt ?? "").localeCompare(a.updatedAt ?? ""));
}
