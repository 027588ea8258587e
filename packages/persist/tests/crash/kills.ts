import type { StoredDocument } from "@acp-store/persist";
import { assessDamage, type Damage, DOCUMENTS, type Life, randomAt } from "./workload.js";

/** A running program that writes. */
export interface Victim {
  /** Yields each acknowledged write as the index of its document, until the program has ended. */
  readonly reports: AsyncIterable<number>;
  /** Ends the program with SIGKILL. */
  kill(): void;
}

/** A place whose writers are killed. */
export interface CrashSite {
  /** Starts a program that writes as `writeEndlessly` does. */
  start(life: Life): Promise<Victim>;
  /** Reads the documents as the next program finds them. */
  read(): Promise<(StoredDocument | undefined)[]>;
}

/** The number of kills. `npm run crash` sets a larger one. */
export const KILLS: number = Number(process.env["CRASH_KILLS"] ?? "3");

/** The time that a test may take for all kills, in ms. */
export const KILL_TIMEOUT = 3_600_000;

/** A new seed, or the one in `CRASH_SEED`, to repeat a run. */
export const SEED: number = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);

/** Describes the damage of a place, for the documentation. */
export function printDamage(place: string, damage: Damage): void {
  const { acknowledged, lost, lostMs, corrupt, vanished } = damage;
  const result = `${acknowledged} acknowledged writes, ${lost} lost (up to ${lostMs.toFixed()} ms), ${corrupt} corrupt and ${vanished} vanished documents`;
  process.stdout.write(`${place}: ${KILLS} kills, ${result}, seed ${SEED}\n`);
}

/**
 * Starts a program again and again on the same place, kills it at a random moment, and returns the
 * damage of all kills together: the sums, and the longest time.
 */
export async function killRepeatedly(site: CrashSite, kills = KILLS): Promise<Damage> {
  const total = { acknowledged: 0, lost: 0, lostMs: 0, corrupt: 0, vanished: 0 };
  let before = await site.read();
  for (let epoch = 1; epoch <= kills; epoch++) {
    const life = { seed: SEED, epoch };
    const acknowledged = await killOnce(await site.start(life), life);
    const found = await site.read();
    const damage = assessDamage(life, before, acknowledged, found);
    total.acknowledged += damage.acknowledged;
    total.lost += damage.lost;
    total.lostMs = Math.max(total.lostMs, damage.lostMs);
    total.corrupt += damage.corrupt;
    total.vanished += damage.vanished;
    before = found;
  }
  return total;
}

/** Kills a program up to 4 ms after a random write, and returns when its writes were acknowledged. */
async function killOnce(victim: Victim, life: Life): Promise<number[][]> {
  const fatalReport = Math.floor(randomAt(life.seed, life.epoch, 1) ** 2 * 300);
  let reports = 0;
  const acknowledged = await collectReports(victim, () => {
    if (reports++ === fatalReport)
      setTimeout(() => victim.kill(), randomAt(life.seed, life.epoch, 2) * 4);
  });
  if (reports <= fatalReport) throw new Error(`The program ended by itself. Seed: ${life.seed}`);
  return acknowledged;
}

/** Returns when the writes of each document were acknowledged, after the program has ended. */
export async function collectReports(
  victim: Victim,
  onReport: () => void = () => {},
): Promise<number[][]> {
  const times = DOCUMENTS.map((): number[] => []);
  for await (const document of victim.reports) {
    times[document]?.push(performance.now());
    onReport();
  }
  return times;
}
