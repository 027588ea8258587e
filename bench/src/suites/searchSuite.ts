import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createFleet } from "@acp-store/fleet/owner";
import { sqliteStorage } from "@acp-store/persist/node";
import { searchRequests } from "@acp-store/server/search";
import Libsql from "libsql";
import { createMeasure, type Figure } from "../figures.js";
import { clock } from "../measure/clock.js";
import { collectGarbage } from "../measure/garbage.js";
import { repeatRounds } from "../measure/rounds.js";
import { computeMedian, computeSpread } from "../measure/spread.js";
import { formatSpread } from "../report/table.js";
import { saveConversations, wordOf } from "../search/savedConversations.js";
import { scaleCount } from "../workloads/workloads.js";
import type { SuiteOptions } from "./suite.js";

const SESSIONS = 50;
const MESSAGES_PER_SESSION = 400;
/** Searches that find nothing, or 200 messages. */
const NO_HITS = ["missing", `${wordOf(1500)} ${wordOf(2500)}`, `${wordOf(2000)}x`];
const MANY_HITS = [wordOf(7), wordOf(2900), wordOf(2000).slice(1)];

/** The measured values, each with its unit. */
const VALUES = {
  "first search, with an index": "ms",
  "first search, without an index": "ms",
  "first search after a restart, with an index": "ms",
  "another search, no hits, with an index": "ms",
  "another search, no hits, without an index": "ms",
  "another search, 200 hits, with an index": "ms",
  "another search, 200 hits, without an index": "ms",
  "longest wait of other work, with an index": "ms",
  "longest wait of other work, without an index": "ms",
  "longest wait for one session of that size": "ms",
} as const;

type Values = Partial<Record<keyof typeof VALUES, number>>;

/** Measures the search in saved sessions of a SQLite database, with the full-text index and without it. */
export async function searchSuite(options: SuiteOptions): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "acp-store-search-"));
  try {
    const messages = scaleCount(MESSAGES_PER_SESSION, options.scale);
    const many = await prepare(join(folder, "many.db"), SESSIONS, messages);
    const one = await prepare(join(folder, "one.db"), 1, SESSIONS * messages);
    const rounds = await repeatRounds("search", options.rounds, options, async () => ({
      ...(await measureIndex(many)),
      ...(await measureScan(many)),
      "longest wait for one session of that size": (await measureFirst(one, false)).longest,
    }));
    many.close();
    one.close();
    return toFigures(rounds);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function prepare(path: string, sessions: number, messages: number): Promise<Libsql.Database> {
  const database = new Libsql(path);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  await saveConversations(database, sessions, messages);
  return database;
}

async function measureIndex(database: Libsql.Database): Promise<Values> {
  for (const table of ["sessions", "messages", "trigrams"])
    database.exec(`DROP TABLE IF EXISTS acp_store_search_${table}`);
  const { time, longest, search } = await measureFirst(database, true);
  const noHits = await timeQueries(NO_HITS, search);
  const manyHits = await timeQueries(MANY_HITS, search);
  const restarted = await measureFirst(database, true);
  return {
    "first search, with an index": time,
    "another search, no hits, with an index": noHits,
    "another search, 200 hits, with an index": manyHits,
    "first search after a restart, with an index": restarted.time,
    "longest wait of other work, with an index": longest,
  };
}

async function measureScan(database: Libsql.Database): Promise<Values> {
  const { time, longest, search } = await measureFirst(database, false);
  return {
    "first search, without an index": time,
    "another search, no hits, without an index": await timeQueries(NO_HITS, search),
    "another search, 200 hits, without an index": await timeQueries(MANY_HITS, search),
    "longest wait of other work, without an index": longest,
  };
}

/** Searches for the first time in a new fleet. */
async function measureFirst(database: Libsql.Database, isIndexed: boolean) {
  const search = await openSearch(database, isIndexed);
  collectGarbage();
  let isDone = false;
  const watching = watchDelays(() => isDone);
  const time = await timeSearch(() => search("missing"));
  isDone = true;
  return { time, longest: await watching, search };
}

/** Opens the saved sessions in a new fleet. Resolves with the search in them. */
async function openSearch(database: Libsql.Database, isIndexed: boolean) {
  const fleet = createFleet({
    agents: [{ id: "a", name: "A", source: () => Promise.reject(new Error("does not run")) }],
    storage: () => sqliteStorage(database),
  });
  await fleet.restore();
  const requests = searchRequests(isIndexed ? { database: () => database } : {})({ fleet });
  const { signal } = new AbortController();
  return async (text: string): Promise<void> => {
    const request = { report: () => {}, signal, sees: () => true };
    await requests["search/messages"]?.({ text, limit: 200 }, request);
  };
}

/** Resolves with the median time of a search, in ms. */
async function timeQueries(
  queries: readonly string[],
  search: (text: string) => Promise<void>,
): Promise<number> {
  const times: number[] = [];
  for (const query of queries) times.push(await timeSearch(() => search(query)));
  return computeMedian(times);
}

async function timeSearch(run: () => Promise<void>): Promise<number> {
  const start = clock.now();
  await run();
  return (clock.now() - start) / 1000;
}

/** Resolves with the longest time between two turns of other work, in ms. */
async function watchDelays(isDone: () => boolean): Promise<number> {
  let longest = 0;
  while (!isDone()) {
    const start = clock.now();
    await setImmediate();
    longest = Math.max(longest, (clock.now() - start) / 1000);
  }
  return longest;
}

function toFigures(rounds: readonly Values[]): Figure[] {
  return Object.entries(VALUES).flatMap(([key, unit]) => {
    const values = rounds.flatMap((round) => round[key as keyof Values] ?? []);
    if (values.length === 0) return [];
    const spread = computeSpread(values);
    const note = formatSpread(spread, unit);
    return [createMeasure(`search: ${key}`, "acp-store", spread.median, unit, { note })];
  });
}
