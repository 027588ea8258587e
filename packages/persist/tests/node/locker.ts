import { createInterface } from "node:readline";
import { isFolderInUseError, lockFolder } from "@acp-store/persist/node";

// A program that tries to lock a folder for each line, and reports "held" or the id of the process that has
// locked it. It holds the lock until it is killed. Usage: node locker.mjs FOLDER

const [, , folder = ""] = process.argv;
process.stdout.write("ready\n");
for await (const _line of createInterface({ input: process.stdin })) {
  try {
    await lockFolder(folder, "Wait.");
    process.stdout.write("held\n");
  } catch (error) {
    if (!isFolderInUseError(error)) throw error;
    process.stdout.write(`${error.holder.pid}\n`);
  }
}
