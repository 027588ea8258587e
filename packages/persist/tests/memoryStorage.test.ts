import { isSupersededError, memoryStorage } from "@acp-store/persist";
import { expect, it } from "vitest";

it("returns the snapshot and what was appended to it", async () => {
  const storage = memoryStorage();
  await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
  await storage.write({ id: "s1", epoch: 1, append: "b" });
  expect(await storage.read("s1")).toEqual({ epoch: 1, snapshot: "a", journal: ["b"] });
});

it("rejects an addition of a writer that another one has superseded", async () => {
  const storage = memoryStorage();
  await storage.write({ id: "s1", epoch: 1, snapshot: "a" });
  await storage.write({ id: "s1", epoch: 2, snapshot: "b" });
  const late = storage.write({ id: "s1", epoch: 1, append: "c" });
  await expect(late).rejects.toSatisfy(isSupersededError);
  expect(await storage.read("s1")).toEqual({ epoch: 2, snapshot: "b", journal: [] });
});
