import { open } from "node:fs/promises";
import { join } from "node:path";
import { toContentId } from "@acp-store/client/node";
import { nodeFiles } from "@acp-store/review/node";
import { describe, expect, it } from "vitest";
import { createFolders, writeFiles } from "../support/folders.js";

const content = (text: string) => ({ bytes: Buffer.from(text), mode: "regular" as const });
const idOf = (text: string): string => toContentId(Buffer.from(text));

describe("nodeFiles", () => {
  it("reads and replaces a file only if its content is the expected one", async () => {
    const { folder } = await createFolders();
    writeFiles(folder, { "src/a.txt": "old" });
    const files = nodeFiles(folder);
    const change = { path: "src/a.txt", content: content("new") };
    expect(await files.replace({ ...change, expected: idOf("other") })).toBe(false);
    expect(await files.replace({ ...change, expected: idOf("old") })).toBe(true);
    expect((await files.read("src/a.txt"))?.bytes.toString()).toBe("new");
    expect(await files.read("missing.txt")).toBeNull();
  });

  it("refuses a path that leaves the folder", async () => {
    const { folder } = await createFolders();
    await expect(nodeFiles(folder).read("../x")).rejects.toMatchObject({ name: "AcpFileError" });
  });

  it.each(["before", "after"])(
    "reports rescued bytes to a listener that was added %s the replacement",
    async (moment) => {
      const { folder } = await createFolders();
      writeFiles(folder, { "a.txt": "old" });
      const files = nodeFiles(folder);
      const writer = await open(join(folder, "a.txt"), "a");
      const replace = () =>
        files.replace({ path: "a.txt", content: content("new"), expected: idOf("old") });
      if (moment === "after") await replace();
      const rescued = new Promise<readonly [string, string]>((resolve) => {
        files.onRescued((path, bytes) => resolve([path, Buffer.from(bytes).toString()]));
      });
      if (moment === "before") await replace();
      await writer.write("!");
      await writer.close();
      expect(await rescued).toEqual(["a.txt", "old!"]);
    },
  );
});
