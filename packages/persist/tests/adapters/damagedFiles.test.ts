import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AcpStorage, isAcpPersistError, readSession, savedSessions } from "@acp-store/persist";
import { fileStorage } from "@acp-store/persist/node";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { savingStore } from "../support/savingStore.js";
import { unfold } from "../support/unfold.js";

// Times in the file would otherwise change its length.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

const SEED = 20_261_123;

/** Returns a function that returns the next pseudorandom whole number below a limit. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

type Damage = (content: Buffer, position: number, random: (limit: number) => number) => Buffer;

const replaceAt = (content: Buffer, position: number, bytes: Buffer, removed = bytes.length) =>
  Buffer.concat([content.subarray(0, position), bytes, content.subarray(position + removed)]);

const DAMAGES: Readonly<Record<string, Damage>> = {
  "a flipped bit": (content, position, random) =>
    replaceAt(content, position, Buffer.from([(content[position] ?? 0) ^ (1 << random(8))])),
  "another byte": (content, position, random) =>
    replaceAt(content, position, Buffer.from([random(256)])),
  "another digit": (content, position, random) =>
    replaceAt(content, position, Buffer.from(String(random(10)))),
  "a line feed": (content, position) => replaceAt(content, position, Buffer.from("\n")),
  "a lost byte": (content, position) => replaceAt(content, position, Buffer.alloc(0), 1),
  "an added byte": (content, position, random) =>
    replaceAt(content, position, Buffer.from([random(256)]), 0),
  "a range of zeros": (content, position, random) =>
    replaceAt(content, position, Buffer.alloc(1 + random(content.length - position))),
  "a lost end": (content, position) => content.subarray(0, position),
};

/** The kinds of damage that a crash in the middle of a write also leaves. */
const LOOKS_TORN: ReadonlySet<string> = new Set(["a range of zeros", "a lost end"]);
/** The number of digits in the lengths of all records. */
const LENGTH_DIGITS = 12;

/** Saves a session with a journal. Returns its file, and the state after each write. */
async function saveSession() {
  const dir = mkdtempSync(join(tmpdir(), "acp-store-damage-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const storage = fileStorage(dir, { fsync: false });
  const { persistence, say } = savingStore(storage);
  const states: unknown[] = [];
  const sizes: number[] = [];
  for (const chunk of ["One", " two", "\n3\n", " é \ud800", " five"]) {
    say(chunk);
    await persistence.flush();
    const saved = await readSession(storage, "s1");
    states.push(saved && unfold(saved.state, "s1"));
    sizes.push(statSync(logIn(dir)).size);
  }
  const [before = 0, after = 0] = sizes.slice(-2);
  return { dir, log: logIn(dir), states, lastRecord: after - before };
}

function logIn(dir: string): string {
  const folder = join(dir, readdirSync(dir)[0] ?? "");
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".log")) ?? "");
}

/** Returns what a storage tells about its only session. */
async function outcomeOf(storage: AcpStorage, states: readonly unknown[]): Promise<string> {
  // Without an index, which would be written for each of thousands of damages.
  const { versions: _index, ...withoutIndex } = storage;
  const [session, ...others] = await savedSessions(withoutIndex);
  if (session?.sessionId !== "s1" || others.length > 0) return "vanished";
  try {
    const saved = await readSession(storage, "s1");
    const state = saved && JSON.stringify(unfold(saved.state, "s1"));
    const index = states.findIndex((known) => JSON.stringify(known) === state);
    if (index < 0) return "wrong";
    const isShorter = index < states.length - 1;
    return `${session.status}${isShorter ? ", shorter" : ""}`;
  } catch (error) {
    if (!isAcpPersistError(error)) return String(error);
    return session.status === error.reason ? error.reason : `${session.status}, ${error.reason}`;
  }
}

it.each(Object.entries(DAMAGES))(
  "lists a session in a file with %s, wherever that is, and never reads it wrongly",
  async (name, damage) => {
    const { dir, log, states, lastRecord } = await saveSession();
    const content = readFileSync(log);
    const random = createRandom(SEED);
    const outcomes: Record<string, number> = {};
    for (let position = 0; position < content.length; position++) {
      writeFileSync(log, damage(content, position, random));
      const outcome = await outcomeOf(fileStorage(dir), states);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    expect(["complete", "complete, shorter", "truncated, shorter", "corrupt"]).toEqual(
      expect.arrayContaining(Object.keys(outcomes)),
    );
    expect(outcomes["corrupt"]).toBeGreaterThan(0);
    // Damage of the last record, or of the digits of a length, can look like a record that was torn.
    if (!LOOKS_TORN.has(name))
      expect(outcomes["complete, shorter"] ?? 0).toBeLessThan(lastRecord + LENGTH_DIGITS);
  },
);

it("finds a session whose id file is damaged or missing", async () => {
  const { dir, log, states } = await saveSession();
  const idFile = join(log, "../id");
  copyFileSync(idFile, `${idFile}.bak`);
  for (const content of ["", "session/s2", '"', "\0\0\0"]) {
    writeFileSync(idFile, content);
    expect(await outcomeOf(fileStorage(dir), states)).toBe("complete");
  }
  rmSync(idFile);
  expect(await outcomeOf(fileStorage(dir), states)).toBe("complete");
});
