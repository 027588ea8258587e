import type { AcpStorage, StorageWrite, StoredDocument } from "@acp-store/persist";

// The writes of a program that is killed at any moment, and what its storage may hold afterwards.
// Every write follows from a seed, so both sides know it: the program, and the test that kills it.

/** One life of the program. */
export interface Life {
  /** Selects the writes. */
  readonly seed: number;
  /** The epoch of the writer. Each life has a greater one. */
  readonly epoch: number;
}

/** The documents that are written at the same time. */
export const DOCUMENTS: readonly string[] = ["s1", "s/2", "s 3"];

/** Returns a number from 0 to 1 that depends on nothing but the arguments. */
export function randomAt(...numbers: readonly number[]): number {
  let hash = 2_166_136_261;
  for (const number of numbers) hash = Math.imul(hash ^ number, 2_654_435_761) + (hash >>> 15);
  hash = Math.imul(hash ^ (hash >>> 13), 2_246_822_519);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Returns a write of a life: mostly small additions, some larger snapshots. */
function writeAt({ seed, epoch }: Life, document: number, index: number): StorageWrite {
  const random = randomAt(seed, epoch, document, index);
  const isSnapshot = index === 0 || random < 0.1;
  const length = Math.floor(randomAt(seed, index, document) ** 4 * (isSnapshot ? 300_000 : 20_000));
  const text = JSON.stringify({ epoch, index, random, filler: "é".repeat(length) });
  const id = DOCUMENTS[document] ?? "";
  return { id, epoch, ...(isSnapshot ? { snapshot: text } : { append: text }) };
}

/** Writes until the process ends, and reports each write that the storage has acknowledged. */
export async function writeEndlessly(
  storage: AcpStorage,
  life: Life,
  report: (document: number, index: number) => unknown,
): Promise<void> {
  const writeDocument = async (document: number): Promise<void> => {
    for (let index = 0; ; index++) {
      await storage.write(writeAt(life, document, index));
      await report(document, index);
    }
  };
  await Promise.all(DOCUMENTS.map((_, document) => writeDocument(document)));
}

/** Reads all documents, in the order of {@link DOCUMENTS}. */
export const readDocuments = (storage: AcpStorage): Promise<(StoredDocument | undefined)[]> =>
  Promise.all(DOCUMENTS.map((id) => storage.read(id)));

/** The result of a kill. */
export interface Damage {
  /** The number of writes that were acknowledged. */
  readonly acknowledged: number;
  /** The number of acknowledged writes that are missing in documents that exist. */
  readonly lost: number;
  /** The time from the oldest missing write to the last report before the kill, in milliseconds. */
  readonly lostMs: number;
  /** The number of documents that no writes explain. */
  readonly corrupt: number;
  /** The number of documents that no longer exist, because Chromium has deleted its database. */
  readonly vanished: number;
}

/**
 * Compares the documents after a kill with the acknowledged writes of the life before it.
 *
 * @param acknowledged The times of the acknowledged writes of each document.
 */
export function assessDamage(
  life: Life,
  before: readonly (StoredDocument | undefined)[],
  acknowledged: readonly (readonly number[])[],
  found: readonly (StoredDocument | undefined)[],
): Damage {
  const end = Math.max(0, ...acknowledged.flat());
  let [lost, lostMs, corrupt, vanished] = [0, 0, 0, 0];
  for (const [document, times] of acknowledged.entries()) {
    // One more write can be complete without a report.
    const states = statesAfter(life, document, before[document], times.length + 1);
    const written = states.findLastIndex((state) => isSameDocument(state, found[document]));
    if (written === -1) {
      if (found[document] === undefined) vanished++;
      else corrupt++;
      continue;
    }
    const missing = times.slice(written);
    lost += missing.length;
    lostMs = Math.max(lostMs, end - (missing[0] ?? end));
  }
  return { acknowledged: acknowledged.flat().length, lost, lostMs, corrupt, vanished };
}

/** Returns a document before each of the first writes of a life, and after the last one. */
function statesAfter(
  life: Life,
  document: number,
  before: StoredDocument | undefined,
  count: number,
): (StoredDocument | undefined)[] {
  const states = [before];
  for (let index = 0; index < count; index++) {
    const write = writeAt(life, document, index);
    const { snapshot = "", journal = [] } = states.at(-1) ?? {};
    const { epoch } = life;
    if ("append" in write) states.push({ epoch, snapshot, journal: [...journal, write.append] });
    else states.push({ epoch, snapshot: write.snapshot, journal: [] });
  }
  return states;
}

function isSameDocument(left: StoredDocument | undefined, right: StoredDocument | undefined) {
  if (left === undefined || right === undefined) return left === right;
  return (
    left.epoch === right.epoch &&
    left.snapshot === right.snapshot &&
    left.journal.length === right.journal.length &&
    left.journal.every((record, index) => record === right.journal[index])
  );
}
