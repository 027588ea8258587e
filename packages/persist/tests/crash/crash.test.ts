import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { bundle } from "../support/bundle.js";
import {
  collectReports,
  type CrashSite,
  KILL_TIMEOUT,
  killRepeatedly,
  printDamage,
  SEED,
  type Victim,
} from "./kills.js";
import { NODE_STORAGES, openNodeStorage } from "./nodeStorages.js";
import { assessDamage, readDocuments } from "./workload.js";

/** In this package, so that the program finds the driver of SQLite. */
const PROGRAM = join(import.meta.dirname, "../../node_modules/.cache/nodeWriter.mjs");

beforeAll(async () => {
  await mkdir(join(PROGRAM, ".."), { recursive: true });
  writeFileSync(PROGRAM, await bundle(join(import.meta.dirname, "nodeWriter.ts"), "node"));
  return () => rmSync(PROGRAM);
});

/** Creates a place in a new folder, whose writers are processes of Node. */
function createSite(storage: string): CrashSite {
  const folder = mkdtempSync(join(tmpdir(), "acp-store-crash-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    async start({ seed, epoch }) {
      const args = [PROGRAM, storage, folder, `${seed}`, `${epoch}`];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      return {
        reports: numbersIn(child.stdout),
        kill: () => void child.kill("SIGKILL"),
      };
    },
    async read() {
      const opened = openNodeStorage(storage, folder);
      const documents = await readDocuments(opened.storage);
      opened.close();
      return documents;
    },
  };
}

async function* numbersIn(input: Readable): AsyncIterable<number> {
  for await (const line of createInterface(input)) yield Number(line);
}

it.each(NODE_STORAGES)(
  "keeps all acknowledged writes of killed processes: %s",
  async (storage) => {
    const damage = await killRepeatedly(createSite(storage));
    printDamage(storage, damage);
    expect(damage, `seed ${SEED}`).toMatchObject({ lost: 0, corrupt: 0, vanished: 0 });
    expect(damage.acknowledged).toBeGreaterThan(0);
  },
  KILL_TIMEOUT,
);

// Without WAL, the processes would wait for each other most of the time.
const concurrentStorages = NODE_STORAGES.filter((name) => !name.endsWith("rollback journal"));

it.each(concurrentStorages)("stops a process when a newer one takes over: %s", async (storage) => {
  const site = createSite(storage);
  const newer = { seed: SEED, epoch: 2 };
  const old = await site.start({ seed: SEED, epoch: 1 });
  let reports = 0;
  let successor: Victim | undefined;
  for await (const _ of old.reports) if (reports++ === 20) successor = await site.start(newer);
  if (successor === undefined) throw new Error("The first program ended too early.");
  successor.kill();
  const acknowledged = await collectReports(successor);
  const damage = assessDamage(newer, [], acknowledged, await site.read());
  expect(damage, `seed ${SEED}`).toMatchObject({ lost: 0, corrupt: 0, vanished: 0 });
});
