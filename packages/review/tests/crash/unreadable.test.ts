import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { bundle } from "../../../persist/tests/support/bundle.js";
import { createFolders } from "../support/folders.js";

it.skipIf(process.platform === "win32")(
  "watches a folder with others in it that may not be read, and continues",
  async () => {
    const { root } = await createFolders();
    const program = join(root, "program.mjs");
    const entry = join(import.meta.dirname, "unreadableProgram.ts");
    writeFileSync(program, await bundle(entry, "node"));
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    expect(JSON.parse(stdout)).toEqual(["first.txt", "last.txt"]);
  },
);
