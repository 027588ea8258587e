import { readFile, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Blobs } from "@acp-store/review";
import { nodeBlobs } from "@acp-store/review/node";
import { beforeEach, describe, expect, it } from "vitest";
import { createTemporaryFolder } from "../support/temporaryFolder.js";

let dir = "";
let blobs: Blobs;

beforeEach(async () => {
  dir = join(await createTemporaryFolder(), "blobs");
  blobs = nodeBlobs(dir);
});

const put = (text: string): Promise<string> => blobs.put(Buffer.from(text));
const fileOf = (id: string): string => join(dir, id.slice(0, 2), id.slice(2));
const getText = async (id: string): Promise<string | undefined> => {
  const bytes = await blobs.get(id);
  return bytes && Buffer.from(bytes).toString();
};
/** Makes a blob older than the time for which new ones are kept. */
const age = (id: string): Promise<void> => utimes(fileOf(id), 0, 0);

describe("nodeBlobs", () => {
  it("returns the bytes of an id, and the same id for the same bytes", async () => {
    const bytes = Buffer.from([0, 255, 13, 10]);
    const id = await blobs.put(bytes);
    expect(await blobs.put(bytes)).toBe(id);
    expect(await blobs.get(id)).toEqual(bytes);
    expect(await blobs.get("absent")).toBeUndefined();
    expect(await blobs.get("../../etc/passwd")).toBeUndefined();
  });

  it("treats a damaged blob as missing, and repairs it when it is saved again", async () => {
    const id = await put("text");
    await writeFile(fileOf(id), "damaged");
    expect(await blobs.get(id)).toBeUndefined();
    await put("text");
    expect(await getText(id)).toBe("text");
  });

  it("removes old blobs that are not kept, and no new ones", async () => {
    const [kept, old, young] = [await put("kept"), await put("old"), await put("young")];
    await age(kept);
    await age(old);
    await writeFile(join(dir, "notes.txt"), "of somebody else");
    await blobs.prune(new Set([kept]));
    expect(await Promise.all([kept, old, young].map(getText))).toEqual([
      "kept",
      undefined,
      "young",
    ]);
    expect(await readFile(join(dir, "notes.txt"), "utf8")).toBe("of somebody else");
  });

  it("keeps a blob that is saved again while it is pruned", async () => {
    const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);
    const ids = await Promise.all(texts.map(put));
    for (let round = 0; round < 5; round++) {
      await Promise.all(ids.map(age));
      await Promise.all([blobs.prune(new Set()), ...texts.map(put)]);
      expect(await Promise.all(ids.map(getText))).toEqual(texts);
    }
  });

  it("leaves no temporary files", async () => {
    const id = await put("text");
    expect(await readdir(join(dir, id.slice(0, 2)))).toEqual([id.slice(2)]);
  });

  it("removes nothing if nothing was saved", async () => {
    await expect(blobs.prune(new Set())).resolves.toBeUndefined();
  });
});
