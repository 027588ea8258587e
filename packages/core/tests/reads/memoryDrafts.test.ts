import { createAcpStore } from "@acp-store/core";
import { getMemoryDrafts } from "@acp-store/core/reads";
import { expect, it, vi } from "vitest";

it("keeps the drafts of each store apart, as long as it exists", async () => {
  const store = createAcpStore();
  getMemoryDrafts(store).set("s1", "Unsent");
  expect(await getMemoryDrafts(store).get("s1")).toBe("Unsent");
  expect(await getMemoryDrafts(store).get("s2")).toBe("");
  expect(await getMemoryDrafts(createAcpStore()).get("s1")).toBe("");
  getMemoryDrafts(store).set("s1", "");
  expect(await getMemoryDrafts(store).get("s1")).toBe("");
});

it("reports changes until the listener is removed", () => {
  const drafts = getMemoryDrafts(createAcpStore());
  const listener = vi.fn();
  const stop = drafts.onChange(listener);
  drafts.set("s1", "Unsent");
  stop();
  drafts.set("s1", "Unsent text");
  expect(listener.mock.calls).toEqual([[{ sessionId: "s1", text: "Unsent" }]]);
});
