import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startEditor } from "../support/editor.js";
import type { Reply } from "../support/http.js";
import { temporaryFolder } from "../../../agent/tests/support/programs.js";

const parseReply = async (reply: Promise<Reply>): Promise<unknown> =>
  JSON.parse((await reply).text);

/** Starts a server on a folder that contains files, and returns a function that requests a path. */
async function openFolder() {
  const outer = await temporaryFolder();
  const cwd = join(outer, "work");
  await mkdir(join(cwd, "src"), { recursive: true });
  await writeFile(join(outer, "secret.txt"), "secret");
  await writeFile(join(cwd, "src/cart.js"), "one\ntwo\n");
  const editor = await startEditor(["--cwd", cwd]);
  const cookie = await editor.signIn();
  const request = (path: string, headers: Record<string, string> = { cookie }) =>
    editor.get(`/api/file?path=${encodeURIComponent(path)}`, headers);
  return { outer, cwd, request, cookie };
}

describe("/api/file", () => {
  it("returns the text of a file for an absolute and a relative path", async () => {
    const { cwd, request } = await openFolder();
    for (const path of [join(cwd, "src/cart.js"), "src/cart.js"]) {
      expect(await parseReply(request(path))).toEqual({ text: "one\ntwo\n" });
    }
  });

  it("refuses a request without the cookie or from a foreign page", async () => {
    const { request, cookie } = await openFolder();
    expect((await request("src/cart.js", {})).status).toBe(403);
    const foreign = { cookie, "sec-fetch-site": "cross-site" };
    expect((await request("src/cart.js", foreign)).status).toBe(403);
  });

  it.each(["../secret.txt", "src/../../secret.txt", "/etc/passwd", "../none.txt", "/none"])(
    "refuses %s, which is outside the folder",
    async (path) => {
      const { request } = await openFolder();
      expect(await parseReply(request(path))).toEqual({
        reason: expect.stringContaining("is outside the agent's working folder"),
      });
    },
  );

  it("refuses a symbolic link that leads outside the folder", async () => {
    const { outer, cwd, request } = await openFolder();
    await symlink(join(outer, "secret.txt"), join(cwd, "link.txt"));
    await symlink(outer, join(cwd, "up"));
    for (const path of ["link.txt", "up/secret.txt"])
      expect(await parseReply(request(path))).toEqual({
        reason: expect.stringContaining("is outside the agent's working folder"),
      });
  });

  it("explains that a file is missing, too large or not text", async () => {
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
      expect(await parseReply(request(path))).toEqual({ reason: expect.stringContaining(reason) });
  });
});
