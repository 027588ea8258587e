import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startEditor } from "../support/editor.js";
import type { Reply } from "../support/http.js";
import { temporaryFolder } from "../support/programs.js";

const told = async (reply: Promise<Reply>): Promise<unknown> => JSON.parse((await reply).text);

/** A server on a folder with files in it, and how it answers for a path. */
async function openFolder() {
  const outer = await temporaryFolder();
  const cwd = join(outer, "work");
  await mkdir(join(cwd, "src"), { recursive: true });
  await writeFile(join(outer, "secret.txt"), "secret");
  await writeFile(join(cwd, "src/cart.js"), "one\ntwo\n");
  const editor = await startEditor(["--cwd", cwd]);
  const cookie = await editor.signIn();
  const ask = (path: string, headers: Record<string, string> = { cookie }) =>
    editor.get(`/api/file?path=${encodeURIComponent(path)}`, headers);
  return { outer, cwd, ask, cookie };
}

describe("files of the folder the agent works in", () => {
  it("are sent as text, by either path", async () => {
    const { cwd, ask } = await openFolder();
    for (const path of [join(cwd, "src/cart.js"), "src/cart.js"]) {
      expect(await told(ask(path))).toEqual({ text: "one\ntwo\n" });
    }
  });

  it("are sent to the page alone", async () => {
    const { ask, cookie } = await openFolder();
    expect((await ask("src/cart.js", {})).status).toBe(403);
    const foreign = { cookie, "sec-fetch-site": "cross-site" };
    expect((await ask("src/cart.js", foreign)).status).toBe(403);
  });

  it.each(["../secret.txt", "src/../../secret.txt", "/etc/passwd", "../none.txt", "/none"])(
    "do not include %s",
    async (path) => {
      const { ask } = await openFolder();
      expect(await told(ask(path))).toEqual({ reason: expect.stringContaining("is outside") });
    },
  );

  it("do not include what a link leads to outside", async () => {
    const { outer, cwd, ask } = await openFolder();
    await symlink(join(outer, "secret.txt"), join(cwd, "link.txt"));
    await symlink(outer, join(cwd, "up"));
    for (const path of ["link.txt", "up/secret.txt"])
      expect(await told(ask(path))).toEqual({ reason: expect.stringContaining("is outside") });
  });

  it("are refused where they are missing, too large or no text", async () => {
    const { cwd, ask } = await openFolder();
    await writeFile(join(cwd, "large.txt"), "x".repeat(1_000_001));
    await writeFile(join(cwd, "image.png"), Buffer.from([1, 0, 2]));
    const reasons = [
      ["none.txt", "There is no file"],
      ["src", "is no file"],
      ["large.txt", "1000001 bytes"],
      ["image.png", "is no text"],
      ["bad\0name", "There is no file"],
    ] as const;
    for (const [path, reason] of reasons)
      expect(await told(ask(path))).toEqual({ reason: expect.stringContaining(reason) });
  });
});
