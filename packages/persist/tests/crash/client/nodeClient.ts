import { writeFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { openNodeStorage } from "../nodeStorages.js";
import { runClient } from "./client.js";

// A client that is killed. Its agent is the process that has started it. Usage: node nodeClient.mjs STORAGE PATH SEED LIFE

const [, , name = "", path = "", seed, life] = process.argv;
const REPORTS = 3;
const platform = {
  storage: openNodeStorage(name, path).storage,
  openStream: () =>
    ndJsonStream(
      Writable.toWeb(process.stdout),
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  report: (report: object) => writeFileSync(REPORTS, `${JSON.stringify(report)}\n`),
};
await runClient(platform, { seed: Number(seed), life: Number(life) });
