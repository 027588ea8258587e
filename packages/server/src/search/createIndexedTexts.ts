import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { FleetAgent } from "@acp-store/fleet/owner";
import type { SqliteDatabase } from "@acp-store/persist/node";
import type { MessageText } from "./messageTexts.js";
import { openTextIndex, type TextIndex } from "./textIndex.js";
import { toTrigramQuery } from "./trigrams.js";

/** The sessions of an agent, each with its version, and the index that has them. */
interface IndexedAgent extends OpenIndex {
  readonly versions: ReadonlyMap<string, string | undefined>;
  /** The numbers of the sessions with candidates. Absent if the words are too short to select any. */
  readonly candidates: ReadonlySet<number> | undefined;
}

/** An index with the work that waits for it. */
interface OpenIndex {
  readonly index: TextIndex;
  /** Runs a task after those before it. */
  update<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** The search for words. */
export interface WordSearch {
  readonly words: readonly string[];
  /** Returns whether a text contains all words. */
  readonly matches: (text: string) => boolean;
  /** The number of messages of a session to find. */
  readonly limit: number;
}

/**
 * Returns a function that prepares a search in the indexes of agents. It returns a function that resolves with the
 * newest messages of a saved session in which the words occur, after it has indexed a session that was changed. It
 * resolves with `undefined` if the agent has no index, or if the index cannot be used, which is reported once for
 * each database.
 *
 * @param readMessages Resolves with all messages of a saved session.
 */
export function createIndexedTexts(
  database: (agentId: string) => SqliteDatabase | undefined,
  readMessages: (
    agent: FleetAgent,
    sessionId: string,
  ) => Promise<readonly MessageText[] | undefined>,
) {
  const opened = new Map<SqliteDatabase, OpenIndex | undefined>();
  const reported = new Set<SqliteDatabase | undefined>();

  function openIndex(agentId: string): OpenIndex | undefined {
    const used = database(agentId);
    if (used === undefined) return undefined;
    if (!opened.has(used)) {
      opened.set(used, undefined);
      opened.set(used, createOpenIndex(used));
    }
    return opened.get(used);
  }

  /** Reports the first error of a database. The search works without the index. */
  function report(agentId: string, error: unknown): undefined {
    const used = database(agentId);
    if (reported.has(used)) return;
    reported.add(used);
    process.emitWarning(
      `The search reads the saved sessions of the agent "${agentId}" without an index: ${String(error)}`,
      "AcpServerWarning",
    );
  }

  /** Lists the sessions of an agent, and removes deleted ones from its index. */
  async function refresh(
    { definition: { id }, persistence }: FleetAgent,
    query: string | undefined,
  ): Promise<IndexedAgent | undefined> {
    try {
      const open = openIndex(id);
      const versions = open && (await persistence?.sessionVersions());
      if (open === undefined || versions === undefined) return undefined;
      await open.update(() => runInTurns(open.index.keepOnly(id, versions)));
      const candidates = query === undefined ? undefined : open.index.sessionsWith(query);
      return { ...open, versions, candidates };
    } catch (error) {
      return report(id, error);
    }
  }

  /** Resolves with the number of a session in the index, after it was indexed if it has changed. */
  async function indexSession(
    agent: FleetAgent,
    sessionId: string,
    version: string,
    { index, update }: OpenIndex,
  ): Promise<number | undefined> {
    const { id } = agent.definition;
    return update(async () => {
      // Another search may have waited for the same session.
      const number = index.numberOf(id, sessionId, version);
      if (number !== undefined) return number;
      // After the version, so that the index never has older messages than its version says.
      const texts = await readMessages(agent, sessionId);
      return texts && runInTurns(index.replace(id, sessionId, version, texts));
    });
  }

  return ({ words, matches, limit }: WordSearch) => {
    const query = toTrigramQuery(words);
    const agents = new Map<FleetAgent, Promise<IndexedAgent | undefined>>();
    return async (
      agent: FleetAgent,
      sessionId: string,
    ): Promise<readonly MessageText[] | undefined> => {
      const { id } = agent.definition;
      const refreshing = agents.get(agent) ?? refresh(agent, query);
      agents.set(agent, refreshing);
      const indexed = await refreshing;
      const version = indexed?.versions.get(sessionId);
      if (indexed === undefined || version === undefined) return undefined;
      const { index, candidates } = indexed;
      try {
        const known = index.numberOf(id, sessionId, version);
        if (known !== undefined && candidates?.has(known) === false) return [];
        const number = known ?? (await indexSession(agent, sessionId, version, indexed));
        if (number === undefined) return undefined;
        const found: MessageText[] = [];
        for (const batch of index.find(number, query)) {
          found.push(...batch.filter(({ text }) => matches(text)));
          if (found.length >= limit) break;
          if (batch.length > 0) await yieldToOthers();
        }
        return found;
      } catch (error) {
        return report(id, error);
      }
    };
  };
}

function createOpenIndex(database: SqliteDatabase): OpenIndex {
  const index = openTextIndex(database);
  let last: Promise<unknown> = Promise.resolve();
  return {
    index,
    update(task) {
      const running = last.then(task);
      last = running.catch(() => {});
      return running;
    },
  };
}

/** Runs a generator, and lets other work have its turn between two steps. */
async function runInTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await yieldToOthers();
  }
}
