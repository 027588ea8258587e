import { writeSync } from "node:fs";
import { isSupersededError } from "@acp-store/persist";
import { openNodeStorage } from "./nodeStorages.js";
import { writeEndlessly } from "./workload.js";

// A program that writes until it is killed, or until another one has taken over its documents. Usage: node nodeWriter.mjs STORAGE PATH SEED EPOCH

const [, , name = "", path = "", seed, epoch] = process.argv;
const life = { seed: Number(seed), epoch: Number(epoch) };
const STDOUT = 1;
const { storage } = openNodeStorage(name, path);
try {
  await writeEndlessly(storage, life, (document) => writeSync(STDOUT, `${document}\n`));
} catch (error) {
  if (!isSupersededError(error)) throw error;
}
