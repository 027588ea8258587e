import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { beforeAll, expect, it } from "vitest";
import { bundle } from "../../support/bundle.js";
import { KILL_TIMEOUT, SEED } from "../kills.js";
import { NODE_STORAGES } from "../nodeStorages.js";
import type { CrashAgent } from "./agent.js";
import type { ClientReport } from "./client.js";
import { type ClientSite, killClients, printClientDamages, UNDAMAGED } from "./killClients.js";

/** In this package, so that the program finds the driver of SQLite. */
const PROGRAM = join(import.meta.dirname, "../../../node_modules/.cache/nodeClient.mjs");

beforeAll(async () => {
  await mkdir(join(PROGRAM, ".."), { recursive: true });
  writeFileSync(PROGRAM, await bundle(join(import.meta.dirname, "nodeClient.ts"), "node"));
  return () => rmSync(PROGRAM);
});

/** Creates a place in a new folder, whose clients are processes of Node. */
async function createSite(storage: string, agent: CrashAgent): Promise<ClientSite> {
  const folder = mkdtempSync(join(tmpdir(), "acp-store-client-"));
  let served = Promise.resolve();
  return {
    async start({ seed, life }) {
      // The agent may still notice the end of the previous client.
      await served;
      const args = [PROGRAM, storage, folder, `${seed}`, `${life}`];
      const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit", "pipe"] });
      const { stdin, stdout } = child;
      const reports = child.stdio[3];
      if (stdin === null || stdout === null || !(reports instanceof Readable))
        throw new Error("The client has no pipes.");
      // The end of a killed client is an error for its agent.
      stdin.on("error", () => {});
      const input = Readable.toWeb(stdout) as ReadableStream<Uint8Array>;
      served = agent.serve(ndJsonStream(Writable.toWeb(stdin), input)).catch(() => {});
      return { reports: reportsIn(reports), kill: () => void child.kill("SIGKILL") };
    },
    async close() {
      await served;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Yields the reports in complete lines. A kill can leave a part of one behind. */
async function* reportsIn(input: Readable): AsyncIterable<ClientReport> {
  let rest = "";
  for await (const chunk of input.setEncoding("utf8")) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}

// The other kinds differ in nothing that a client notices.
const storages = NODE_STORAGES.filter((name) => name === "files" || name.endsWith("WAL"));

it.each(storages)(
  "continues the sessions of killed clients: %s",
  async (storage) => {
    const damages = await killClients((agent) => createSite(storage, agent));
    printClientDamages(storage, damages);
    expect(damages, `seed ${SEED}`).toMatchObject(UNDAMAGED);
    expect(damages.acknowledged).toBeGreaterThan(0);
  },
  KILL_TIMEOUT,
);
