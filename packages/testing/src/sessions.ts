import { RequestError } from "@agentclientprotocol/sdk/unstable";
import type { AgentEvent } from "./events.js";
import { keepPrompts, keepThroughMessage } from "./rewind.js";
import { createOpenSession, findTitle, isArchived, type OpenSession } from "./session.js";
import type { AgentSettings } from "./settings.js";
import type { TranscriptStorage } from "./transcriptStorage.js";

/** The sessions of one connection, independent of the protocol version. */
export interface Sessions {
  /** @throws RequestError if `cwd` is not an absolute path. */
  create(cwd: string): OpenSession;
  /** @throws RequestError if the session is not open on this connection. */
  get(sessionId: string): OpenSession;
  /**
   * Returns an open session, or opens a stored one.
   *
   * @throws RequestError if the session does not exist.
   */
  open(sessionId: string, cwd: string): OpenSession;
  /**
   * Opens a copy of a session, which ends with the message if there is one.
   *
   * @throws RequestError if the session does not exist, or does not have the message.
   */
  fork(sessionId: string, cwd: string, lastMessageId?: string): OpenSession;
  /**
   * Removes what follows the given number of prompts.
   *
   * @throws RequestError if the session is not open, or does not have more prompts.
   */
  rewind(sessionId: string, promptCount: number): void;
  /** Lists one page of the stored sessions, newest first. */
  list(request: ListRequest): SessionPage;
  /** @throws RequestError if the session does not exist, or the title is blank or too long. */
  setTitle(request: { readonly sessionId: string; readonly title: string }): { title: string };
  /**
   * Archives a session, which also closes it, or restores it.
   *
   * @throws RequestError if the session does not exist.
   */
  archive(sessionId: string, archived: boolean): void;
  /** Closes a session and deletes its transcript. */
  delete(sessionId: string): void;
  /** Cancels the session's turn and removes the session. Its transcript stays in the storage. */
  close(sessionId: string): void;
  cancel(sessionId: string): void;
  /** Opens a session that is not stored, for a subagent. */
  openChild(sessionId: string, cwd: string): OpenSession;
  /** Cancels every turn. */
  stop(): void;
}

/** The parameters of `session/list`. */
interface ListRequest {
  readonly cwd?: string | null;
  readonly cursor?: string | null;
  readonly archived?: string | null;
}

interface SessionPage {
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
/** An absolute path of POSIX or Windows. `node:path` does not exist in browsers. */
const ABSOLUTE_PATH = /^(\/|\\\\|[a-z]:[\\/])/i;

interface SessionsOptions {
  readonly storage: TranscriptStorage;
  readonly settings: AgentSettings;
  /** Throws while the user has to sign in. */
  readonly requireSignIn: () => void;
}

/** Creates the sessions of a connection. */
export function createSessions({ storage, settings, requireSignIn }: SessionsOptions): Sessions {
  const sessions = new Map<string, OpenSession>();
  /** The folders of all sessions that this connection has opened or listed. */
  const folders = new Map<string, string>();

  function add(sessionId: string, cwd: string, events: readonly AgentEvent[]): OpenSession {
    const store = (event: AgentEvent): void => storage.append(sessionId, cwd, event);
    const session = createOpenSession({ sessionId, cwd, settings, events, store });
    sessions.set(sessionId, session);
    folders.set(sessionId, cwd);
    return session;
  }

  function getFolder(sessionId: string): string {
    const known = folders.get(sessionId);
    return known ?? storage.list().find((stored) => stored.sessionId === sessionId)?.cwd ?? "/";
  }

  /** Returns the transcript of a session, open or not. */
  function getEvents(sessionId: string, cwd = getFolder(sessionId)): readonly AgentEvent[] {
    requireSignIn();
    const events = sessions.get(sessionId)?.events ?? storage.read(sessionId, cwd);
    if (!events) throw RequestError.sessionNotFound(sessionId);
    return events;
  }

  function addEvent(sessionId: string, event: AgentEvent): void {
    const session = sessions.get(sessionId);
    if (session) session.add(event);
    else storage.append(sessionId, getFolder(sessionId), event);
  }

  function close(sessionId: string): void {
    sessions.get(sessionId)?.turn?.abort();
    sessions.delete(sessionId);
  }

  function list({ cwd, cursor, archived }: ListRequest): SessionPage {
    const all = storage
      .list(cwd ?? undefined)
      .map((stored) => summarize(stored, storage.read(stored.sessionId, stored.cwd) ?? []))
      .filter((session) => archived === "include" || session.archived === (archived === "only"))
      .sort((a, b) => (b.updatedAt ?? "").localeCompare(a.updatedAt ?? ""));
    // The cursor is the last session of the previous page.
    const start = cursor == null ? 0 : all.findIndex(({ sessionId }) => sessionId === cursor) + 1;
    const page = all.slice(start, start + PAGE_SIZE);
    for (const session of page) folders.set(session.sessionId, session.cwd);
    const last = page.at(-1);
    const hasMore = start + PAGE_SIZE < all.length;
    return { sessions: page, ...(hasMore && last && { nextCursor: last.sessionId }) };
  }

  function get(sessionId: string): OpenSession {
    requireSignIn();
    const session = sessions.get(sessionId);
    if (!session) throw RequestError.sessionNotFound(sessionId);
    return session;
  }

  return {
    get,
    create(cwd) {
      requireSignIn();
      if (!ABSOLUTE_PATH.test(cwd))
        throw RequestError.invalidParams({ cwd }, "cwd must be absolute");
      return add(crypto.randomUUID(), cwd, []);
    },
    open(sessionId, cwd) {
      const events = getEvents(sessionId, cwd);
      return sessions.get(sessionId) ?? add(sessionId, cwd, events);
    },
    fork(sessionId, cwd, lastMessageId) {
      const all = getEvents(sessionId, cwd).filter(({ type }) => type !== "archived");
      const events = lastMessageId === undefined ? all : keepThroughMessage(all, lastMessageId);
      const title = findTitle(events);
      const copied: readonly AgentEvent[] = title
        ? [...events, { ...title, title: `${title.title} (fork)`, updatedAt: getTimestamp() }]
        : events;
      const id = crypto.randomUUID();
      for (const event of copied) storage.append(id, cwd, event);
      const copy = add(id, cwd, copied);
      for (const [name, value] of sessions.get(sessionId)?.settings ?? [])
        copy.settings.set(name, value);
      return copy;
    },
    rewind(sessionId, promptCount) {
      const { cwd, events, settings: values } = get(sessionId);
      const kept = keepPrompts(events, promptCount);
      storage.delete(sessionId, cwd);
      for (const event of kept) storage.append(sessionId, cwd, event);
      const rewound = add(sessionId, cwd, kept);
      for (const [name, value] of values) rewound.settings.set(name, value);
    },
    list(request) {
      requireSignIn();
      return list(request);
    },
    setTitle({ sessionId, title: text }) {
      const events = getEvents(sessionId);
      const title = text.trim();
      if (title === "" || title.length > MAX_TITLE_LENGTH)
        throw new RequestError(-32602, `A title has 1 to ${MAX_TITLE_LENGTH} characters`);
      const updatedAt = findTitle(events)?.updatedAt ?? getTimestamp();
      addEvent(sessionId, { type: "title", title, updatedAt });
      return { title };
    },
    archive(sessionId, archived) {
      getEvents(sessionId);
      if (archived) close(sessionId);
      addEvent(sessionId, { type: "archived", archived });
    },
    delete(sessionId) {
      requireSignIn();
      close(sessionId);
      storage.delete(sessionId, getFolder(sessionId));
    },
    close(sessionId) {
      if (!sessions.has(sessionId)) throw RequestError.sessionNotFound(sessionId);
      close(sessionId);
    },
    cancel: (sessionId) => sessions.get(sessionId)?.turn?.abort(),
    openChild(sessionId, cwd) {
      const child = createOpenSession({ sessionId, cwd, settings, events: [], store: () => {} });
      sessions.set(sessionId, child);
      return child;
    },
    stop: () => sessions.forEach((session) => session.turn?.abort()),
  };
}

/** Returns the current time in ISO 8601. */
export const getTimestamp = (): string => new Date().toISOString();

function summarize(
  { sessionId, cwd }: { readonly sessionId: string; readonly cwd: string },
  events: readonly AgentEvent[],
): SessionSummary {
  const { title, updatedAt } = findTitle(events) ?? {};
  return {
    sessionId,
    cwd,
    archived: isArchived(events),
    ...(title !== undefined && { title }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
}
