import type { SqliteDatabase } from "@acp-store/persist/node";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type SqliteDriver, sqliteDrivers } from "../../../persist/tests/support/sqliteDrivers.js";
import { createTextSearch } from "../../src/search/createTextSearch.js";
import { foldText } from "../../src/search/trigrams.js";
import { type Conversations, createSearch, openFleet, saveSessions } from "./support/savedFleet.js";

const isCased = (character: string): boolean =>
  character.toUpperCase() !== character || character.toLowerCase() !== character;

describe("foldText", () => {
  it("makes all characters equal that the search treats as equal", () => {
    const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
    const cased = characters.filter(isCased);
    const all = cased.join("");
    for (const character of cased)
      for (const equal of all.match(new RegExp(character, "giu")) ?? [])
        expect(foldText(equal)).toBe(foldText(character));
  });
});

function openDatabase(driver: SqliteDriver): SqliteDatabase {
  const database = driver.open(":memory:");
  onTestFinished(() => void database.close());
  return database;
}

/** Returns the database with an `exec` that a function may reject. */
function intercept(database: SqliteDatabase, check: (sql: string) => void): SqliteDatabase {
  return {
    prepare: (sql) => database.prepare(sql),
    exec(sql) {
      check(sql);
      return database.exec(sql);
    },
  };
}

/** Returns the warnings of the process since the call. */
function collectWarnings(): readonly string[] {
  const warnings: string[] = [];
  const spy = vi
    .spyOn(process, "emitWarning")
    .mockImplementation((warning) => void warnings.push(String(warning)));
  onTestFinished(() => spy.mockRestore());
  return warnings;
}

/** Returns everything that the index has, as text. */
const dumpIndex = (database: SqliteDatabase): string =>
  JSON.stringify([
    database.prepare("SELECT * FROM acp_store_search_sessions").all(),
    database.prepare("SELECT * FROM acp_store_search_messages").all(),
  ]);

/** Makes the saved sessions unreadable, without a write that changes their version. */
const damageSessions = (database: SqliteDatabase): unknown =>
  database.exec("UPDATE acp_store_documents SET snapshot = 'damaged' WHERE id LIKE 'session/%'");

const SESSIONS: Conversations = {
  s1: ["Fix the total", "FIXED THE TOTAL", "Thanks"],
  s2: ["Totally different", "no idea"],
};

describe.each(sqliteDrivers)("the index with $name", (driver) => {
  /** Saves sessions. Resolves with the database and both searches. */
  async function setUp(sessions: Conversations = SESSIONS) {
    const database = openDatabase(driver);
    await saveSessions(database, sessions);
    const fleet = await openFleet(database);
    return { database, fleet, scan: createSearch(fleet), search: createSearch(fleet, database) };
  }

  it.each(["total", "TOTAL fix", "ota", "to", "t t", "o", "nothing", "the the", "İ", "ßen", "  "])(
    'finds for "%s" what the scan finds',
    async (text) => {
      const { scan, search } = await setUp({
        ...SESSIONS,
        s3: ["Große İstanbul 😀😀😀 totals", "GROẞEN ß 日本語のテキスト"],
      });
      const expected = await scan(text);
      expect(await search(text)).toEqual(expected);
      expect(await search(text)).toEqual(expected);
    },
  );

  it("finds what the scan finds, for any messages and words", async () => {
    const character = fc.constantFrom(
      ...["a", "A", "b", "ß", "ẞ", "ſ", "s", "S", "K", "k", "日", "😀", "\uD83D", "\0"],
      ...['"', "*", ":", "^", "(", ")", "{", "}", "'", "-", "."],
    );
    const word = fc.array(character, { minLength: 1, maxLength: 5 }).map((one) => one.join(""));
    const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
    const texts = fc.array(text, { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(texts, texts, fc.array(text, { maxLength: 8 }), async (s1, s2, queries) => {
        const database = driver.open(":memory:");
        try {
          await saveSessions(database, { s1, s2 });
          const fleet = await openFleet(database);
          const scan = createSearch(fleet);
          const search = createSearch(fleet, database);
          const cut = [...s1, ...s2].map((message) => message.slice(1, 6));
          for (const query of [...queries, ...cut])
            expect(await search(query)).toEqual(await scan(query));
          await fleet.close();
        } finally {
          database.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it("takes the syntax of FTS5 literally", async () => {
    const { search } = await setUp({ s1: [`"total" OR folded:sum* NEAR(a b, 2) ^x - {y}`] });
    for (const text of [`"total"`, "folded:sum*", "NEAR(a", "OR", `^x - {y}`])
      expect((await search(text)).hits).toHaveLength(1);
    for (const text of [`total" OR "x`, "folded:total", "tot*", "NOT total", "acp_store*"])
      expect((await search(text)).hits).toEqual([]);
  });

  it("does not read a session again that was indexed by an earlier process", async () => {
    const { database, fleet, search } = await setUp();
    const before = await search("total");
    expect(before.hits).toHaveLength(3);
    damageSessions(database);
    expect(await createSearch(fleet, database)("total")).toEqual(before);
    expect((await createSearch(fleet)("total")).hits).toEqual([]);
  });

  it("finds what was added to a session, without writing its other messages again", async () => {
    const { database, search } = await setUp();
    await search("total");
    const runs: string[] = [];
    const counting: SqliteDatabase = {
      exec: (sql) => database.exec(sql),
      prepare(sql) {
        const statement = database.prepare(sql);
        return {
          ...{ get: statement.get.bind(statement), all: statement.all.bind(statement) },
          run(...parameters) {
            if (sql.startsWith("INSERT INTO acp_store_search_messages")) runs.push(sql);
            return statement.run(...parameters);
          },
        };
      },
    };
    await saveSessions(database, { s1: ["And the subtotal"] });
    const { hits } = await createSearch(await openFleet(database), counting)("subtotal");
    expect(hits).toMatchObject([{ sessionId: "s1", snippet: "And the subtotal" }]);
    expect(runs).toHaveLength(1);
  });

  it("finds no message that a session no longer has", async () => {
    const { database, search } = await setUp({ s1: ["one total", "two total", "three"] });
    expect((await search("total")).hits).toHaveLength(2);
    database.exec("DELETE FROM acp_store_documents; DELETE FROM acp_store_journal");
    await saveSessions(database, { s1: ["one total", "other"] });
    const searchAgain = createSearch(await openFleet(database), database);
    expect((await searchAgain("total")).hits).toHaveLength(1);
    expect((await searchAgain("two")).hits).toEqual([]);
    expect(dumpIndex(database)).not.toMatch(/two|three/);
  });

  it("removes a deleted session with all its texts", async () => {
    const { database, fleet, search } = await setUp();
    await search("total");
    expect(dumpIndex(database)).toContain("s1");
    await fleet.agents.get("a")?.persistence?.remove("s1");
    await search("anything");
    expect(dumpIndex(database)).toContain("s2");
    expect(dumpIndex(database)).not.toMatch(/s1|Fix/);
    const rows = database
      .prepare(
        "SELECT rowid FROM acp_store_search_trigrams WHERE acp_store_search_trigrams MATCH ?",
      )
      .all('"FIX"');
    expect(rows).toEqual([]);
  });

  it("has no secret that is redacted in the saved sessions", async () => {
    const database = openDatabase(driver);
    const redact = (text: string): string => text.replaceAll(/sk-\w+/g, "[secret]");
    await saveSessions(database, { s1: ["Use sk-one here", "It is sk-two ok"] }, { redact });
    const search = createSearch(await openFleet(database), database);
    expect((await search("[secret]")).hits).toHaveLength(2);
    expect((await search("sk-")).hits).toEqual([]);
    expect(dumpIndex(database)).not.toContain("sk-");
  });

  it("reads the sessions and reports it once if SQLite has no FTS5", async () => {
    const { database, fleet, scan } = await setUp();
    const warnings = collectWarnings();
    const search = createSearch(
      fleet,
      intercept(database, (sql) => {
        if (sql.includes("fts5")) throw new Error("no such module: fts5");
      }),
    );
    for (const text of ["total", "fix", "to"]) expect(await search(text)).toEqual(await scan(text));
    expect(warnings).toEqual([
      'The search reads the saved sessions of the agent "a" without an index: Error: no such module: fts5',
    ]);
  });

  it("reads the sessions if a write fails at any time, and completes the index later", async () => {
    const many = { s1: Array.from({ length: 500 }, (_, index) => `total ${index}`) };
    const { database, fleet, scan } = await setUp(many);
    const expected = await scan("total 13");
    const warnings = collectWarnings();
    for (let failing = 0, isComplete = false; !isComplete; failing++) {
      let calls = 0;
      const failingDatabase = intercept(database, (sql) => {
        if (sql === "COMMIT" && calls++ === failing) throw new Error("disk I/O error");
      });
      expect(await createSearch(fleet, failingDatabase)("total 13")).toEqual(expected);
      isComplete = calls <= failing;
    }
    expect(warnings.length).toBeGreaterThan(4);
    damageSessions(database);
    expect(await createSearch(fleet, database)("total 13")).toEqual(expected);
  });

  it("reads the sessions if the index is damaged", async () => {
    const { database, scan, search } = await setUp();
    const expected = await scan("total");
    const warnings = collectWarnings();
    await search("total");
    database.exec("UPDATE acp_store_search_messages SET message = '{}'");
    expect(await search("total")).toEqual(expected);
    database.exec("DROP TABLE acp_store_search_trigrams");
    expect(await search("total")).toEqual(expected);
    expect(warnings).toHaveLength(1);
  });

  it("builds a new index after an update that changes its form", async () => {
    const { database, fleet, search } = await setUp();
    const expected = await search("total");
    database.exec(
      "UPDATE acp_store_search_sessions SET format = 'old'; UPDATE acp_store_search_messages SET message = 'old'",
    );
    expect(await createSearch(fleet, database)("total")).toEqual(expected);
    expect(dumpIndex(database)).not.toContain("old");
  });

  it("indexes a session once for searches at the same time, and lets other work run", async () => {
    const { fleet, database, scan } = await setUp({
      s1: Array.from({ length: 2000 }, (_, index) => `total ${index}`),
    });
    const search = createSearch(fleet, database);
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const results = await Promise.all(["total", "total 1", "39"].map(search));
    isDone = true;
    expect(turns).toBeGreaterThan(8);
    expect(results).toEqual(await Promise.all(["total", "total 1", "39"].map(scan)));
    const [row] = database.prepare("SELECT count(*) AS count FROM acp_store_search_messages").all();
    expect(row).toMatchObject({ count: 2000 });
  });
});

describe("createTextSearch", () => {
  it("returns the different words of a query", () => {
    expect(createTextSearch(" one two\none ")?.words).toEqual(["one", "two"]);
  });
});
