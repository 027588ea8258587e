import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AcpStore, createAcpStore } from "@acp-store/core";
import type { Overview } from "@acp-store/fleet";
import { hostFleet } from "@acp-store/fleet/mirror";
import { type AcpStorage, memoryStorage, savedSessions } from "@acp-store/persist";
import { fileStorage } from "@acp-store/persist/node";
import { createMeasure, type Figure } from "../figures.js";
import {
  createFilledFleet,
  createIdleFleet,
  fillStores,
  renameCall,
} from "../fleet/filledFleet.js";
import { measureLoad } from "../fleet/observers.js";
import { openPage } from "../fleet/pages.js";
import { clock } from "../measure/clock.js";
import { collectGarbage, measureHeapMegabytes } from "../measure/garbage.js";
import { repeatRounds } from "../measure/rounds.js";
import { computeMedian } from "../measure/spread.js";
import { scaleCount } from "../workloads/workloads.js";
import type { SuiteOptions } from "./suite.js";

const SUBJECT = "acp-store";
const SESSIONS = 20;
const AGENT_COUNTS = [1, 10, 50];
const UPDATES = 20_000;
/** The agents and the sessions of each, of the fleet that a page joins. */
const JOIN = { agents: 20, sessions: 10 } as const;
const LOAD = { agents: 50, sessions: 20, observers: 200, updates: 40_000 } as const;
const SAVED_SESSIONS = 1000;
const IDLE_AGENTS = 200;
const MAX = { growth: 1.3, idleKilobytes: 64, joinKilobytes: 150, restartMs: 2000, listMs: 100 };

/** Measures several agents: their overview, their pages, and their saved sessions. */
export async function fleetSuite(options: SuiteOptions): Promise<Figure[]> {
  return [
    ...(await measureOverview(options)),
    await countCallsElsewhere(options),
    await measureIdleAgent(options),
    ...(await measureJoin(options)),
    ...(await measureListing(options)),
    ...(await measureObservers(options)),
  ];
}

/** Measures an update that the overview does not show, with 1, 10 and 50 agents. */
async function measureOverview(options: SuiteOptions): Promise<Figure[]> {
  const updates = scaleCount(UPDATES, options.scale);
  const fleets = AGENT_COUNTS.map((count) => createFilledFleet(count, SESSIONS));
  const alone = AGENT_COUNTS.map((count) =>
    Array.from({ length: count }, () => createAcpStore({ scheduler: () => {} })),
  );
  for (const stores of alone) fillStores(stores, SESSIONS);
  const time = (stores: readonly AcpStore[], overview?: Overview): number => {
    collectGarbage();
    const start = clock.now();
    for (let update = 0; update < updates; update++) {
      const store = stores[update % stores.length];
      if (store === undefined) continue;
      renameCall(store, update % SESSIONS, update, `Read ${update}`);
      store.flush();
      overview?.getState();
    }
    return (clock.now() - start) / updates;
  };
  const rounds = await repeatRounds("fleet: overview", options.rounds, options, async () => ({
    alone: alone.map((stores) => time(stores)),
    watched: fleets.map(({ fleet, stores }) => time(stores, fleet.overview)),
  }));
  for (const { fleet } of fleets) await fleet.close();
  const growthOf = (of: "alone" | "watched"): number =>
    computeMedian(rounds.map((round) => (round[of].at(-1) ?? 0) / (round[of][0] ?? 1)));
  const name = "fleet: update without effect on the overview";
  return [
    ...AGENT_COUNTS.map((count, at) => {
      const value = computeMedian(rounds.map(({ watched }) => watched[at] ?? 0));
      return createMeasure(`${name}, ${count} × ${SESSIONS} sessions`, SUBJECT, value, "µs");
    }),
    createMeasure(`${name}, 50 agents relative to 1`, SUBJECT, growthOf("watched"), "×", {
      max: MAX.growth,
    }),
    createMeasure(`${name}, the same stores without one`, SUBJECT, growthOf("alone"), "×"),
  ];
}

/** Counts what an agent that streams causes elsewhere, such as in the panels of other agents. */
async function countCallsElsewhere({ scale }: SuiteOptions): Promise<Figure> {
  const { fleet, stores } = createFilledFleet(JOIN.agents, SESSIONS);
  const [streaming, ...others] = stores;
  let calls = 0;
  // The first read computes what the filling has changed.
  fleet.overview.getState();
  fleet.overview.subscribe(() => calls++);
  for (const store of others) store.subscribe(() => calls++);
  for (let update = 0; streaming !== undefined && update < scaleCount(UPDATES, scale); update++) {
    renameCall(streaming, update % SESSIONS, update, `Read ${update}`);
    streaming.flush();
  }
  await fleet.close();
  const name = "fleet: listeners of the overview and 19 agents that are called while one streams";
  return createMeasure(name, SUBJECT, calls, "", { max: 0 });
}

async function measureIdleAgent({ scale }: SuiteOptions): Promise<Figure> {
  const count = scaleCount(IDLE_AGENTS, scale);
  const warmUp = createIdleFleet(1, () => fileStorage("unused"));
  const before = measureHeapMegabytes();
  const { fleet } = createIdleFleet(count, (agentId) => fileStorage(`unused/${agentId}`));
  const kilobytes = ((measureHeapMegabytes() - before) * 1000) / count;
  await Promise.all([warmUp.fleet.close(), fleet.close()]);
  return createMeasure("fleet: memory of an idle agent with storage", SUBJECT, kilobytes, "kB", {
    max: MAX.idleKilobytes,
  });
}

/** Measures a page that joins, and one whose server restarts with the saved sessions. */
async function measureJoin(options: SuiteOptions): Promise<Figure[]> {
  const agents = scaleCount(JOIN.agents, options.scale);
  const rounds = await repeatRounds("fleet: join", options.rounds, options, async () => {
    const storages = new Map<string, AcpStorage>();
    const storage = (agentId: string): AcpStorage => {
      const known = storages.get(agentId) ?? memoryStorage();
      storages.set(agentId, known);
      return known;
    };
    let { fleet } = createFilledFleet(agents, JOIN.sessions, storage);
    let host = hostFleet(fleet);
    const page = openPage(() => host);
    await page.whenLive();
    const kilobytes = page.sentBytes() / 1000;
    host.close();
    await fleet.close();
    const start = performance.now();
    ({ fleet } = createIdleFleet(agents, storage));
    await fleet.restore();
    host = hostFleet(fleet);
    page.sever();
    await page.whenLive();
    const restartMs = performance.now() - start;
    page.remote.close();
    host.close();
    await fleet.close();
    return { kilobytes, restartMs };
  });
  const median = (of: "kilobytes" | "restartMs") => computeMedian(rounds.map((one) => one[of]));
  return [
    createMeasure(
      "fleet: a page joins 20 agents × 10 sessions",
      SUBJECT,
      median("kilobytes"),
      "kB",
      {
        max: MAX.joinKilobytes,
      },
    ),
    createMeasure(
      "fleet: from the start of a server until its 20 mirrors in a page are live",
      SUBJECT,
      median("restartMs"),
      "ms",
      { max: MAX.restartMs },
    ),
  ];
}

/** Measures the listing of saved sessions by a new process, with an index and without one. */
async function measureListing(options: SuiteOptions): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), "acp-store-bench-"));
  const open = () => fileStorage(dir, { fsync: false });
  try {
    const { fleet } = createFilledFleet(1, scaleCount(SAVED_SESSIONS, options.scale), open);
    await fleet.close();
    // Files that have just been written are not remembered yet.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const time = async (storage: AcpStorage): Promise<number> => {
      const start = performance.now();
      await savedSessions(storage);
      return performance.now() - start;
    };
    const rounds = await repeatRounds("fleet: listing", options.rounds, options, async () => {
      const { versions: _index, ...unindexed } = open();
      return { unindexed: await time(unindexed), indexed: await time(open()) };
    });
    const median = (of: "unindexed" | "indexed") => computeMedian(rounds.map((one) => one[of]));
    const name = "fleet: 1,000 saved sessions listed from files";
    return [
      createMeasure(name, SUBJECT, median("indexed"), "ms", { max: MAX.listMs }),
      createMeasure(`${name}, without the index`, SUBJECT, median("unindexed"), "ms"),
    ];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Measures 50 agents × 20 sessions with and without 200 observers. */
async function measureObservers(options: SuiteOptions): Promise<Figure[]> {
  const load = { ...LOAD, updates: scaleCount(LOAD.updates, options.scale) };
  const rounds = await repeatRounds(
    "fleet: load",
    Math.min(3, options.rounds),
    options,
    async () => ({
      alone: await measureLoad({ ...load, observers: 0 }),
      observed: await measureLoad(load),
    }),
  );
  const perAgent = LOAD.observers / LOAD.agents;
  const median = (of: (round: (typeof rounds)[number]) => number) => computeMedian(rounds.map(of));
  const name = "fleet: 50 agents × 20 sessions, 200 observers";
  return [
    createMeasure(
      `${name}: an update, with all its observers`,
      SUBJECT,
      median(({ observed }) => observed.microsecondsPerUpdate),
      "µs",
    ),
    createMeasure(
      `${name}: cost of an update for one observer, both ends`,
      SUBJECT,
      median(
        ({ alone, observed }) =>
          (observed.microsecondsPerUpdate - alone.microsecondsPerUpdate) / perAgent,
      ),
      "µs",
    ),
    createMeasure(
      `${name}: size of an update for one observer`,
      SUBJECT,
      median(({ observed }) => observed.bytesPerUpdate / perAgent),
      "B",
    ),
    createMeasure(
      `${name}: memory of an observer, both ends`,
      SUBJECT,
      median(({ observed }) => observed.megabytesPerObserver * 1000),
      "kB",
    ),
  ];
}
