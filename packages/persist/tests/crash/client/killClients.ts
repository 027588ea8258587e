import { KILLS, SEED } from "../kills.js";
import { randomAt } from "../workload.js";
import { type CrashAgent, createCrashAgent } from "./agent.js";
import { assessKill, type ClientDamage } from "./assess.js";
import type { ClientLife, ClientReport, SavedDocuments } from "./client.js";

/** A running client. */
export interface RunningClient {
  /** Yields what the client reports, until its process has ended. */
  readonly reports: AsyncIterable<ClientReport>;
  /** Ends the process with SIGKILL. */
  kill(): void;
}

/** A new place to save sessions, with an agent that outlives the clients. */
export interface ClientSite {
  /** Starts a client. The previous one has ended. */
  start(life: ClientLife): Promise<RunningClient>;
  /** Removes everything. */
  close(): Promise<void>;
}

/** The result of all kills. */
export interface ClientDamages
  extends Omit<ClientDamage, "vanished" | "diedWriting" | "lostMs" | "lateMs"> {
  readonly kills: number;
  /** The number of kills during a write. */
  readonly diedWriting: number;
  /** The number of kills that have destroyed the database. */
  readonly vanished: number;
  /** The age of the oldest change that was lost, for each kill, in ms. In ascending order. */
  readonly lostMs: readonly number[];
  /** The time by which each of these changes should have been saved before, in ms. Ascending. */
  readonly lateMs: readonly number[];
}

/** The number of kills in one place. Sessions that grow longer would only make the run slower. */
const KILLS_PER_SITE: number = Math.min(10, Math.ceil(KILLS / 2));
/** The longest time from the start of a client to its kill, in ms. Shorter in short runs. */
const MAX_LIFE_MS: number = Math.min(4000, KILLS * 500);

/**
 * Starts clients in new places, one after the other, and kills each in the middle of its work. The
 * agents of the places speak version 1 and version 2 in turns.
 */
export async function killClients(
  createSite: (agent: CrashAgent) => Promise<ClientSite>,
): Promise<ClientDamages> {
  const damages: ClientDamage[] = [];
  for (let index = 0; damages.length < KILLS; index++) {
    const agent = createCrashAgent(index % 2 === 0 ? 1 : 2);
    const site = await createSite(agent);
    const count = Math.min(KILLS_PER_SITE, KILLS - damages.length);
    try {
      const first = damages.length + 1;
      await killClientsOf(site, agent, { first, count }, (damage) => damages.push(damage));
    } finally {
      await site.close();
    }
  }
  return addDamages(damages);
}

async function killClientsOf(
  site: ClientSite,
  agent: CrashAgent,
  { first, count }: { readonly first: number; readonly count: number },
  report: (damage: ClientDamage) => void,
): Promise<void> {
  let killed = await killOne(site, agent, first, "acknowledged");
  for (let life = first + 1; life <= first + count; life++) {
    const next = await killOne(site, agent, life, "found");
    const { reports, killedAt, found: before } = killed;
    report(
      await assessKill({ before, reports, killedAt, found: next.found, received: next.received }),
    );
    killed = next;
  }
}

/**
 * Starts a client and kills it some time after its first report of a type. The first client of a place
 * must have saved something, or else there is nothing to lose. Returns the documents that the client has
 * found, the prompts that the agent had received until then, and its reports.
 */
async function killOne(
  site: ClientSite,
  agent: CrashAgent,
  life: number,
  killedAfter: "found" | "acknowledged",
) {
  const client = await site.start({ seed: SEED, life });
  const reports: ClientReport[] = [];
  const fatalWrite = Math.floor(randomAt(SEED, life, 1) * 40);
  let found: SavedDocuments | undefined;
  let received: readonly string[] = [];
  let killedAt: number | undefined;
  let writes = 0;
  let mayDie = false;
  const kill = (): void => {
    killedAt ??= Date.now();
    client.kill();
  };
  const killAfter = (ms: number): unknown => setTimeout(kill, ms);
  try {
    for await (const report of client.reports) {
      reports.push(report);
      if (report.type === "failed") throw new Error(`A client failed: ${report.reason}`);
      if (report.type === "found") {
        found = report.documents;
        received = [...agent.prompts];
      }
      if (report.type === killedAfter && !mayDie) {
        mayDie = true;
        // Half of the clients die at any time, and the other half shortly after a write has begun.
        killAfter(life % 2 === 0 ? MAX_LIFE_MS : randomAt(SEED, life, 2) * MAX_LIFE_MS);
      }
      if (mayDie && report.type === "writing" && life % 2 === 0 && writes++ === fatalWrite)
        killAfter(randomAt(SEED, life, 3) * 8);
    }
  } finally {
    client.kill();
  }
  if (killedAt === undefined || found === undefined)
    throw new Error(`The client ended by itself. Seed: ${SEED}`);
  return { found, received, reports, killedAt };
}

function addDamages(damages: readonly ClientDamage[]): ClientDamages {
  const sum = (select: (damage: ClientDamage) => number): number =>
    damages.reduce((total, damage) => total + select(damage), 0);
  return {
    kills: damages.length,
    acknowledged: sum(({ acknowledged }) => acknowledged),
    lost: sum(({ lost }) => lost),
    incorrect: damages.flatMap(({ incorrect }) => incorrect),
    notRestored: damages.flatMap(({ notRestored }) => notRestored),
    vanished: sum(({ vanished }) => Number(vanished)),
    lostMs: ascending(damages.map(({ lostMs }) => lostMs)),
    lateMs: ascending(damages.flatMap(({ lateMs }) => (lateMs > 0 ? lateMs : []))),
    writeTimes: ascending(damages.flatMap(({ writeTimes }) => writeTimes)),
    diedWriting: sum(({ diedWriting }) => Number(diedWriting)),
    snapshots: sum(({ snapshots }) => snapshots),
    savedPrompts: sum(({ savedPrompts }) => savedPrompts),
    missingPrompts: damages.flatMap(({ missingPrompts }) => missingPrompts),
    // Later clients find them again.
    repeatedPrompts: [...new Set(damages.flatMap(({ repeatedPrompts }) => repeatedPrompts))],
    returnedPrompts: sum(({ returnedPrompts }) => returnedPrompts),
    repeatedWords: sum(({ repeatedWords }) => repeatedWords),
  };
}

const ascending = (numbers: readonly number[]): number[] =>
  numbers.toSorted((left, right) => left - right);

/** Describes the damage of a place, for the documentation. */
export function printClientDamages(place: string, damages: ClientDamages): void {
  const { incorrect, notRestored, missingPrompts, repeatedPrompts, lateMs } = damages;
  const text = [
    `${damages.kills} kills of a client, ${damages.diedWriting} during a write`,
    `${damages.acknowledged} acknowledged writes (${damages.snapshots} snapshots), ${damages.lost} lost`,
    `${incorrect.length} incorrect, ${notRestored.length} wrongly restored documents, ${damages.vanished} vanished databases`,
    `${damages.savedPrompts} saved prompts, ${missingPrompts.length} missing, ${repeatedPrompts.length} repeated, ${damages.returnedPrompts} returned to the queue or the draft`,
    `${damages.repeatedWords} repeated words`,
    `age of the oldest lost change (median, 95 %, maximum) ${quantiles(damages.lostMs)}`,
    `${lateMs.length} late by up to ${lateMs.at(-1) ?? 0} ms`,
    `duration of a write ${quantiles(damages.writeTimes)}`,
  ].join("; ");
  process.stdout.write(`${place}: ${text}; seed ${SEED}\n`);
}

function quantiles(values: readonly number[]): string {
  const at = (share: number) => (values[Math.ceil(values.length * share) - 1] ?? 0).toFixed();
  return `${at(0.5)}, ${at(0.95)}, ${at(1)} ms`;
}

/** The result of kills that do no damage, apart from changes that no write has saved yet. */
export const UNDAMAGED: Partial<ClientDamages> = {
  lost: 0,
  incorrect: [],
  notRestored: [],
  vanished: 0,
  missingPrompts: [],
  repeatedPrompts: [],
  repeatedWords: 0,
};
