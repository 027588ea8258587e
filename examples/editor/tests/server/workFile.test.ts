import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readWorkFile, type WorkFile } from "../../server/workFile.js";
import { temporaryFolder } from "../../../agent/tests/support/programs.js";

/** Creates a folder with files, and returns a function that reads one like a page does. */
async function openFolder() {
  const outer = await temporaryFolder();
  const cwd = join(outer, "work");
  await mkdir(join(cwd, "src"), { recursive: true });
  await writeFile(join(outer, "secret.txt"), "secret");
  await writeFile(join(cwd, "src/cart.js"), "one\ntwo\n");
  const request = (path: string): Promise<WorkFile> => readWorkFile(cwd, path);
  return { outer, cwd, request };
}

describe("a file for the side panel", () => {
  it("is read by an absolute and a relative path", async () => {
    const { cwd, request } = await openFolder();
    for (const path of [join(cwd, "src/cart.js"), "src/cart.js"]) {
      expect(await request(path)).toEqual({ text: "one\ntwo\n" });
    }
  });

  it.each(["../secret.txt", "src/../../secret.txt", "/etc/passwd", "../none.txt", "/none"])(
    "is refused at %s, which is outside the folder",
    async (path) => {
      const { request } = await openFolder();
      expect(await request(path)).toEqual({
        reason: expect.stringContaining("is outside the agent's working folder"),
      });
    },
  );

  it("is refused behind a symbolic link that leads outside the folder", async () => {
    const { outer, cwd, request } = await openFolder();
    await symlink(join(outer, "secret.txt"), join(cwd, "link.txt"));
    await symlink(outer, join(cwd, "up"));
    for (const path of ["link.txt", "up/secret.txt"])
      expect(await request(path)).toEqual({
        reason: expect.stringContaining("is outside the agent's working folder"),
      });
  });

  it("is refused with the reason if it is missing, too large or not text", async () => {
    const { cwd, request } = await openFolder();
    await writeFile(join(cwd, "large.txt"), "x".repeat(1_000_001));
    await writeFile(join(cwd, "image.png"), Buffer.from([1, 0, 2]));
    const reasons = [
      ["none.txt", "There is no file"],
      ["src", "is not a file"],
      ["large.txt", "is too large to show (1000001 bytes)"],
      ["image.png", "is not a text file"],
      ["bad\0name", "There is no file"],
    ] as const;
    for (const [path, reason] of reasons)
      expect(await request(path)).toEqual({ reason: expect.stringContaining(reason) });
  });
});
