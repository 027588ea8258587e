import { randomUUID } from "node:crypto";
import type { SqliteDatabase } from "@acp-store/persist/node";
import * as z from "zod/mini";
import type { MessageText } from "./messageTexts.js";
import { foldText } from "./trigrams.js";

// The texts are in a table of this file, and FTS5 has only their trigrams. The id of a text is the number of
// its session and its position in it, so the texts of a session are a range of ids.

/** The greatest number of messages of a session, and the distance between the ids of two sessions. */
const SESSION_SIZE = 2 ** 20;
/** The number of messages that are written in one transaction, so that other work gets its turn. */
const WRITE_BATCH = 100;
/** The number of messages that are read at once. A search seldom needs more of a session. */
const READ_BATCH = 25;
/** Another form of the index, or another version of Unicode, which decides what is equal, needs a new index. */
const FORMAT = `1/${process.versions["unicode"] ?? ""}`;

// FTS5 merges 64 of its pages at once, so smaller pages are shorter pauses for other work.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS acp_store_search_sessions (
    number INTEGER PRIMARY KEY AUTOINCREMENT, agent TEXT NOT NULL, session TEXT NOT NULL,
    version TEXT, writer TEXT, format TEXT NOT NULL, UNIQUE (agent, session)
  );
  CREATE TABLE IF NOT EXISTS acp_store_search_messages (id INTEGER PRIMARY KEY, message TEXT NOT NULL);
  CREATE VIRTUAL TABLE IF NOT EXISTS acp_store_search_trigrams USING fts5(
    folded, content='', detail=none, tokenize='trigram case_sensitive 1'
  );
  INSERT INTO acp_store_search_trigrams (acp_store_search_trigrams, rank) VALUES ('pgsz', 1000), ('automerge', 8);
`;
const DROP = `
  DROP TABLE acp_store_search_trigrams;
  DROP TABLE acp_store_search_messages;
  DROP TABLE acp_store_search_sessions;
`;

const numberRow = z.object({ number: z.coerce.number() });
const sessionRow = z.extend(numberRow, {
  session: z.string(),
  version: z.nullable(z.string()),
});
const messageRow = z.object({ id: z.coerce.number(), message: z.string() });
const messageText: z.ZodMiniType<MessageText> = z.object({
  messageKey: z.string(),
  role: z.enum(["agent", "user"]),
  createdAt: z.number(),
  text: z.string(),
  runStarts: z.array(z.int()),
});

/**
 * A full-text index over the messages of saved sessions. Its generators write in batches, one transaction each,
 * and yield between them.
 */
export interface TextIndex {
  /** Returns the number of a session, if the index has this version of it. */
  numberOf(agentId: string, sessionId: string, version: string): number | undefined;
  /**
   * Replaces the messages of a session, the newest first. Writes only those that have changed. Returns the number
   * of the session, or `undefined` if it has too many messages, or if another process writes them at the same time.
   */
  replace(
    agentId: string,
    sessionId: string,
    version: string,
    texts: readonly MessageText[],
  ): Generator<void, number | undefined>;
  /** Removes all sessions of an agent except these. */
  keepOnly(agentId: string, sessionIds: ReadonlyMap<string, unknown>): Generator<void>;
  /** Returns the numbers of the sessions with messages that match a query of FTS5. */
  sessionsWith(query: string): ReadonlySet<number>;
  /**
   * Yields the messages of the session with a number, in batches, the newest first: those that match a query of
   * FTS5, or all of them.
   */
  find(number: number, query: string | undefined): Generator<readonly MessageText[], void>;
}

/**
 * Opens the index in a database, in tables whose names begin with `acp_store_search_`.
 *
 * @throws the error of the driver if SQLite has no FTS5 with trigrams, or the database cannot be written.
 */
export function openTextIndex(database: SqliteDatabase): TextIndex {
  const transact = createTransact(database);
  transact(() => {
    database.exec(SCHEMA);
    const other = database.prepare(
      "SELECT 1 FROM acp_store_search_sessions WHERE format <> ? LIMIT 1",
    );
    if (other.get(FORMAT) !== undefined) database.exec(DROP + SCHEMA);
  });
  const sessionOf = database.prepare(
    "SELECT number, session, version FROM acp_store_search_sessions WHERE agent = ? AND session = ?",
  );
  const sessionsOf = database.prepare(
    "SELECT number, session, version FROM acp_store_search_sessions WHERE agent = ?",
  );
  const begin = database.prepare(`
    INSERT INTO acp_store_search_sessions (agent, session, writer, format) VALUES (?, ?, ?, ?)
    ON CONFLICT (agent, session) DO UPDATE SET version = NULL, writer = excluded.writer
  `);
  const isWriter = database.prepare(
    "SELECT 1 FROM acp_store_search_sessions WHERE number = ? AND writer = ?",
  );
  const finish = database.prepare(
    "UPDATE acp_store_search_sessions SET version = ?, writer = NULL WHERE number = ?",
  );
  const removeSession = database.prepare("DELETE FROM acp_store_search_sessions WHERE number = ?");
  // Some drivers pass large numbers as floats.
  const ids = "id >= CAST(? AS INTEGER) AND id < CAST(? AS INTEGER)";
  const messages = database.prepare(
    `SELECT id, message FROM acp_store_search_messages WHERE ${ids} ORDER BY id LIMIT ${WRITE_BATCH}`,
  );
  const newest = database.prepare(
    `SELECT id, message FROM acp_store_search_messages WHERE ${ids} ORDER BY id DESC LIMIT ${READ_BATCH}`,
  );
  const numbersOf = database.prepare(`
    SELECT DISTINCT rowid / ${SESSION_SIZE} AS number FROM acp_store_search_trigrams
    WHERE acp_store_search_trigrams MATCH ?
  `);
  const matches = database.prepare(`
    SELECT id, message FROM acp_store_search_trigrams AS trigrams
    CROSS JOIN acp_store_search_messages ON id = trigrams.rowid
    WHERE acp_store_search_trigrams MATCH ?
      AND trigrams.rowid >= CAST(? AS INTEGER) AND trigrams.rowid < CAST(? AS INTEGER)
    ORDER BY trigrams.rowid DESC LIMIT ${READ_BATCH}
  `);
  const addMessage = database.prepare(
    "INSERT INTO acp_store_search_messages (id, message) VALUES (CAST(? AS INTEGER), ?)",
  );
  const addTrigrams = database.prepare(
    "INSERT INTO acp_store_search_trigrams (rowid, folded) VALUES (CAST(? AS INTEGER), ?)",
  );
  const removeMessage = database.prepare(
    "DELETE FROM acp_store_search_messages WHERE id = CAST(? AS INTEGER)",
  );
  // FTS5 needs the text that was indexed, because it does not keep it.
  const removeTrigrams = database.prepare(`
    INSERT INTO acp_store_search_trigrams (acp_store_search_trigrams, rowid, folded)
    VALUES ('delete', CAST(? AS INTEGER), ?)
  `);

  /** Becomes the writer of a session. Returns its number, and a function that writes as long as nobody else does. */
  function openSession(agent: string, session: string) {
    const writer = randomUUID();
    const number = transact(() => {
      begin.run(agent, session, writer, FORMAT);
      return sessionRow.parse(sessionOf.get(agent, session)).number;
    });
    const write = (run: () => void): boolean =>
      transact(() => {
        if (isWriter.get(number, writer) === undefined) return false;
        run();
        return true;
      });
    return { number, write };
  }

  function remove({ id, message }: z.infer<typeof messageRow>): void {
    removeTrigrams.run(id, foldText(parseMessage(message).text));
    removeMessage.run(id);
  }

  /** Replaces a range of messages. Each has the id of its position. */
  function writeRange(first: number, end: number, texts: readonly MessageText[]): void {
    const found = messages.all(first, end).map((row) => messageRow.parse(row));
    const current = new Map(found.map((row) => [row.id, row]));
    for (let id = first; id < end; id++) {
      const row = current.get(id);
      const text = texts[id - first];
      const message = text && JSON.stringify(text);
      if (row?.message === message) continue;
      if (row !== undefined) remove(row);
      if (text === undefined || message === undefined) continue;
      addMessage.run(id, message);
      addTrigrams.run(id, foldText(text.text));
    }
  }

  function* removeFrom(first: number, end: number, write: (run: () => void) => boolean) {
    for (;;) {
      const rows = messages.all(first, end).map((row) => messageRow.parse(row));
      if (rows.length === 0) return true;
      if (!write(() => rows.forEach(remove))) return false;
      yield;
    }
  }

  return {
    numberOf(agentId, sessionId, version) {
      const row = sessionOf.get(JSON.stringify(agentId), JSON.stringify(sessionId));
      const session = row === undefined ? undefined : sessionRow.parse(row);
      return session?.version === version ? session.number : undefined;
    },

    *replace(agentId, sessionId, version, texts) {
      if (texts.length > SESSION_SIZE) return undefined;
      const { number, write } = openSession(JSON.stringify(agentId), JSON.stringify(sessionId));
      const first = number * SESSION_SIZE;
      const end = first + texts.length;
      const oldestFirst = texts.toReversed();
      for (let id = first; id < end; id += WRITE_BATCH) {
        const batch = oldestFirst.slice(id - first, id - first + WRITE_BATCH);
        if (!write(() => writeRange(id, id + batch.length, batch))) return undefined;
        yield;
      }
      if (!(yield* removeFrom(end, first + SESSION_SIZE, write))) return undefined;
      return write(() => void finish.run(version, number)) ? number : undefined;
    },

    *keepOnly(agentId, sessionIds) {
      const agent = JSON.stringify(agentId);
      for (const row of sessionsOf.all(agent)) {
        const { session } = sessionRow.parse(row);
        if (sessionIds.has(z.string().parse(JSON.parse(session)))) continue;
        const { number, write } = openSession(agent, session);
        const first = number * SESSION_SIZE;
        if (yield* removeFrom(first, first + SESSION_SIZE, write))
          write(() => void removeSession.run(number));
      }
    },

    sessionsWith: (query) =>
      new Set(numbersOf.all(query).map((row) => numberRow.parse(row).number)),

    *find(number, query) {
      const first = number * SESSION_SIZE;
      let end = first + SESSION_SIZE;
      while (end > first) {
        const found = query === undefined ? newest.all(first, end) : matches.all(query, first, end);
        const rows = found.map((row) => messageRow.parse(row));
        yield rows.map(({ message }) => parseMessage(message));
        end = rows.length < READ_BATCH ? first : (rows.at(-1)?.id ?? first);
      }
    },
  };
}

const parseMessage = (message: string): MessageText => messageText.parse(JSON.parse(message));

/** Returns a function that runs another one in a transaction. */
function createTransact(database: SqliteDatabase) {
  return <Result>(run: () => Result): Result => {
    database.exec("BEGIN IMMEDIATE");
    try {
      const result = run();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      try {
        database.exec("ROLLBACK");
      } catch {
        // SQLite has already rolled back, as it does when the disk is full.
      }
      throw error;
    }
  };
}
