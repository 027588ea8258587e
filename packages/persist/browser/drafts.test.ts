import { type AcpStorage, type DraftChange, drafts } from "@acp-store/persist";
import { idbStorage } from "@acp-store/persist/idb";
import { expect, it, onTestFinished } from "vitest";

/** Opens the drafts of a storage, as one tab has them. */
function openTab(storage: AcpStorage) {
  const tab = drafts(storage);
  onTestFinished(() => tab.stop());
  const changes: DraftChange[] = [];
  tab.onChange((change) => changes.push(change));
  return { ...tab, changes };
}

it("shows the draft that another tab has saved or removed in IndexedDB", async () => {
  const name = crypto.randomUUID();
  const [first, second] = [openTab(idbStorage(name)), openTab(idbStorage(name))];
  first.set("s1", "Fix");
  await first.flush();
  await expect.poll(() => second.changes.length).toBe(1);
  first.remove("s1");
  await first.flush();
  await expect.poll(() => second.changes.length).toBe(2);
  expect(second.changes).toEqual([
    { sessionId: "s1", text: "Fix" },
    { sessionId: "s1", text: "" },
  ]);
});

it("saves a draft when the page is hidden", async () => {
  const name = crypto.randomUUID();
  openTab(idbStorage(name)).set("s1", "Fix");
  dispatchEvent(new Event("pagehide"));
  const reloaded = openTab(idbStorage(name));
  await expect.poll(() => reloaded.get("s1")).toBe("Fix");
});
