import { randomUUID } from "node:crypto";
import { isAbsolute } from "node:path";
import { RequestError } from "@agentclientprotocol/sdk/unstable";
import { createSession, findTitle, isArchived, type DemoSession } from "./session.js";
import {
  createTranscript,
  deleteTranscript,
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
  /**
   * Opens a copy of a session.
   *
   * @throws {RequestError} if the session does not exist.
   */
  fork(sessionId: string, cwd: string): DemoSession;
  /** Lists one page of the sessions stored in a folder, newest first. */
  list(request: ListRequest): SessionPage;
  /** @throws {RequestError} if the session does not exist, or the title is blank or too long. */
  setTitle(request: { readonly sessionId: string; readonly title: string }): { title: string };
  /**
   * Archives a session, which also closes it, or restores it.
   *
   * @throws {RequestError} if the session does not exist.
   */
  archive(sessionId: string, archived: boolean): void;
  /** Closes a session and deletes its transcript. */
  delete(sessionId: string): void;
  /** Cancels the session's turn and removes the session. Its transcript stays on disk. */
  close(sessionId: string): void;
  cancel(sessionId: string): void;
  /** Cancels every turn and kills every running command. */
  stop(): void;
}

/** The parameters of `session/list`. */
export interface ListRequest {
  readonly cwd?: string | null;
  readonly cursor?: string | null;
  readonly archived?: string | null;
}

export interface SessionPage {
  readonly sessions: SessionSummary[];
  readonly nextCursor?: string;
}

interface SessionSummary {
  readonly sessionId: string;
  readonly cwd: string;
  readonly title?: string;
  readonly updatedAt?: string;
  readonly archived: boolean;
}

const PAGE_SIZE = 20;
const MAX_TITLE_LENGTH = 200;

/** Creates the sessions of an agent. `requireSignIn` throws while the user has to sign in. */
export function createSessions(requireSignIn: () => void): Sessions {
  const sessions = new Map<string, DemoSession>();
  /** The folders of all sessions that this process has opened or listed. */
  const folders = new Map<string, string>();

  function add(id: string, cwd: string, transcript: Transcript): DemoSession {
    const session = createSession(id, cwd, transcript);
    sessions.set(id, session);
    folders.set(id, cwd);
    return session;
  }

  function get(sessionId: string): DemoSession {
    requireSignIn();
    const session = sessions.get(sessionId);
    if (!session) throw RequestError.sessionNotFound(sessionId);
    return session;
  }

  function getFolder(sessionId: string): string {
    return folders.get(sessionId) ?? process.cwd();
  }

  /** Returns the transcript of a session, open or not. */
  function getTranscript(sessionId: string, cwd = getFolder(sessionId)): Transcript {
    requireSignIn();
    const transcript = sessions.get(sessionId)?.transcript ?? readTranscript(cwd, sessionId);
    if (!transcript) throw RequestError.sessionNotFound(sessionId);
    return transcript;
  }

  function close(sessionId: string): void {
    sessions.get(sessionId)?.turn?.abort();
    sessions.delete(sessionId);
  }

  return {
    get,
    create(cwd) {
      requireSignIn();
      if (!isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, "cwd must be absolute");
      const id = randomUUID();
      return add(id, cwd, createTranscript(cwd, id));
    },
    open(sessionId, cwd) {
      const transcript = getTranscript(sessionId, cwd);
      return sessions.get(sessionId) ?? add(sessionId, cwd, transcript);
    },
    fork(sessionId, cwd) {
      const { events } = getTranscript(sessionId, cwd);
      const id = randomUUID();
      const copy = createTranscript(cwd, id);
      for (const event of events) if (event.type !== "archived") copy.add(event);
      const title = findTitle(copy);
      if (title) copy.add({ ...title, title: `${title.title} (fork)`, updatedAt: now() });
      const fork = add(id, cwd, copy);
      Object.assign(fork.settings, sessions.get(sessionId)?.settings);
      return fork;
    },
    list(request) {
      requireSignIn();
      const page = listSessions(request);
      for (const { sessionId, cwd } of page.sessions) folders.set(sessionId, cwd);
      return page;
    },
    setTitle({ sessionId, title: text }) {
      const transcript = getTranscript(sessionId);
      const title = text.trim();
      if (title === "" || title.length > MAX_TITLE_LENGTH)
        throw new RequestError(-32602, `A title has 1 to ${MAX_TITLE_LENGTH} characters`);
      const updatedAt = findTitle(transcript)?.updatedAt ?? now();
      transcript.add({ type: "title", title, updatedAt });
      return { title };
    },
    archive(sessionId, archived) {
      const transcript = getTranscript(sessionId);
      if (archived) close(sessionId);
      transcript.add({ type: "archived", archived });
    },
    delete(sessionId) {
      requireSignIn();
      close(sessionId);
      deleteTranscript(getFolder(sessionId), sessionId);
    },
    close(sessionId) {
      if (!sessions.has(sessionId)) throw RequestError.sessionNotFound(sessionId);
      close(sessionId);
    },
    cancel: (sessionId) => sessions.get(sessionId)?.turn?.abort(),
    stop: () => sessions.forEach((session) => session.turn?.abort()),
  };
}

const now = (): string => new Date().toISOString();

function listSessions({ cwd, cursor, archived }: ListRequest): SessionPage {
  const folder = cwd ?? process.cwd();
  const all = listTranscriptIds(folder)
    .map((sessionId) => summarize(sessionId, folder))
    .filter((session) => archived === "include" || session.archived === (archived === "only"))
    .sort((a, b) => (b.updatedAt ?? "").localeCompare(a.updatedAt ?? ""));
  // The cursor is the last session of the previous page.
  const start = cursor == null ? 0 : all.findIndex(({ sessionId }) => sessionId === cursor) + 1;
  const sessions = all.slice(start, start + PAGE_SIZE);
  const last = sessions.at(-1);
  const hasMore = start + PAGE_SIZE < all.length;
  return { sessions, ...(hasMore && last && { nextCursor: last.sessionId }) };
}

function summarize(sessionId: string, cwd: string): SessionSummary {
  const transcript = readTranscript(cwd, sessionId);
  const { title, updatedAt } = (transcript && findTitle(transcript)) ?? {};
  return {
    sessionId,
    cwd,
    archived: transcript !== undefined && isArchived(transcript),
    ...(title !== undefined && { title }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
}
