import {
  type DraftChange,
  drafts,
  isAcpPersistError,
  memoryStorage,
  savedSessions,
} from "@acp-store/persist";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { DOCUMENT_VERSION, encodeEntry, INITIAL_CHECKSUM } from "../src/format.js";
import { faultyStorage } from "./support/faultyStorage.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the drafts of a storage, as one tab has them, and the changes that it reports. */
function openTab(storage = memoryStorage()) {
  const tab = drafts(storage);
  const changes: DraftChange[] = [];
  tab.onChange((change) => changes.push(change));
  onTestFinished(() => tab.stop().catch(() => {}));
  return { ...tab, storage, changes };
}

describe("drafts", () => {
  it("returns what was set, before and after it is saved, and after a reload", async () => {
    const tab = openTab();
    expect(await tab.get("s1")).toBe("");
    tab.set("s1", "Fix \ud800");
    expect(await tab.get("s1")).toBe("Fix \ud800");
    expect(await tab.storage.list()).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect(await tab.storage.list()).toEqual(["draft/s1"]);
    expect(await openTab(tab.storage).get("s1")).toBe("Fix \ud800");
  });

  it("saves once per debounce time, each session apart", async () => {
    const storage = faultyStorage();
    const tab = openTab(storage);
    for (const value of ["a", "ab", "abc"]) tab.set("s1", value);
    tab.set("s2", "x");
    await vi.advanceTimersByTimeAsync(500);
    expect(storage.writes.map(({ id }) => id)).toEqual(["draft/s1", "draft/s2"]);
    expect(await savedSessions(storage)).toEqual([]);
  });

  it("removes a draft that was sent or emptied", async () => {
    const tab = openTab();
    tab.set("s1", "a");
    await tab.flush();
    tab.remove("s1");
    expect(await tab.get("s1")).toBe("");
    await tab.flush();
    expect(await tab.storage.list()).toEqual([]);
  });

  it("reports each change to its listeners", () => {
    const tab = openTab();
    tab.set("s1", "a");
    tab.remove("s1");
    expect(tab.changes).toEqual([
      { sessionId: "s1", text: "a" },
      { sessionId: "s1", text: "" },
    ]);
  });

  it("stops reporting to a listener that was removed", () => {
    const tab = openTab();
    const listener = vi.fn();
    tab.onChange(listener)();
    tab.set("s1", "a");
    expect(listener).not.toHaveBeenCalled();
  });

  it("saves what was typed when the program ends, without reading first", async () => {
    const storage = faultyStorage();
    openTab(storage).set("s1", "a");
    process.emit("beforeExit", 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(storage.writes).toHaveLength(1);
  });

  it("keeps a draft that could not be saved, and saves it with the next change", async () => {
    const storage = faultyStorage();
    const tab = openTab(storage);
    storage.fault = "rejected";
    tab.set("s1", "a");
    await expect(tab.flush()).rejects.toThrow("The disk is gone.");
    tab.set("s2", "b");
    await vi.advanceTimersByTimeAsync(500);
    storage.fault = undefined;
    tab.set("s2", "bc");
    await vi.advanceTimersByTimeAsync(500);
    expect(await openTab(storage).get("s1")).toBe("a");
    expect(await openTab(storage).get("s2")).toBe("bc");
  });

  it("returns no text for a damaged draft, and leaves one of a newer release unchanged", async () => {
    const storage = memoryStorage();
    await storage.write({ id: "draft/s1", epoch: 1, snapshot: "?" });
    const { text } = encodeEntry(
      { v: DOCUMENT_VERSION + 1, seq: 0, info: { updatedAt: 0 } },
      '"a"',
      INITIAL_CHECKSUM,
    );
    await storage.write({ id: "draft/s2", epoch: 1, snapshot: text });
    const tab = openTab(storage);
    expect(await tab.get("s1")).toBe("");
    await expect(tab.get("s2")).rejects.toSatisfy(isAcpPersistError);
    tab.set("s2", "b");
    await expect(tab.flush()).rejects.toSatisfy(isAcpPersistError);
    expect((await storage.read("draft/s2"))?.snapshot).toBe(text);
  });
});

describe("a draft in two programs that cannot tell each other about it", () => {
  beforeEach(() => void vi.stubGlobal("BroadcastChannel", undefined));
  afterEach(() => void vi.unstubAllGlobals());

  it("keeps the newer text, and tells the other tab which text it has replaced", async () => {
    const storage = faultyStorage();
    const [first, second] = [openTab(storage), openTab(storage)];
    first.set("s1", "older");
    await vi.advanceTimersByTimeAsync(10);
    second.set("s1", "newer");
    await second.flush();
    await first.flush();
    expect(await first.get("s1")).toBe("newer");
    expect(first.changes.at(-1)).toEqual({ sessionId: "s1", text: "newer", replaced: "older" });
  });

  it("reports a text that is overwritten although this tab has not seen it", async () => {
    const storage = memoryStorage();
    const [first, second] = [openTab(storage), openTab(storage)];
    await second.get("s1");
    first.set("s1", "from the first tab");
    await first.flush();
    await vi.advanceTimersByTimeAsync(10);
    second.set("s1", "from the second tab");
    await second.flush();
    expect(await first.get("s1")).toBe("from the second tab");
    expect(second.changes.at(-1)).toEqual({
      sessionId: "s1",
      text: "from the second tab",
      replaced: "from the first tab",
    });
  });

  it("keeps the newer text when the older one is removed", async () => {
    const storage = memoryStorage();
    const [first, second] = [openTab(storage), openTab(storage)];
    first.set("s1", "sent");
    await first.flush();
    first.remove("s1");
    await vi.advanceTimersByTimeAsync(10);
    second.set("s1", "newer");
    await second.flush();
    await first.flush();
    expect(await storage.list()).toEqual(["draft/s1"]);
    expect(first.changes.at(-1)).toEqual({ sessionId: "s1", text: "newer" });
  });

  it("keeps the newer text if it is saved while the older one is being saved", async () => {
    const storage = memoryStorage();
    const second = openTab(storage);
    let isFirstRead = true;
    const first = openTab({
      ...storage,
      async read(id) {
        const document = await storage.read(id);
        if (isFirstRead) {
          isFirstRead = false;
          await second.flush();
        }
        return document;
      },
    });
    first.set("s1", "older");
    await vi.advanceTimersByTimeAsync(10);
    second.set("s1", "newer");
    await first.flush();
    expect(await first.get("s1")).toBe("newer");
    expect(first.changes.at(-1)).toMatchObject({ text: "newer", replaced: "older" });
  });

  it("reports nothing if both have the same text", async () => {
    const storage = memoryStorage();
    const [first, second] = [openTab(storage), openTab(storage)];
    first.set("s1", "same");
    second.set("s1", "same");
    await first.flush();
    await second.flush();
    for (const { changes } of [first, second])
      expect(changes).toEqual([{ sessionId: "s1", text: "same" }]);
  });
});

describe("a draft that another tab has saved", () => {
  beforeEach(() => void vi.useRealTimers());

  it("is reported without a change in this tab", async () => {
    const storage = memoryStorage();
    const [first, second] = [openTab(storage), openTab(storage)];
    await second.get("s1");
    first.set("s1", "a");
    await first.flush();
    await expect.poll(() => second.changes.length > 0).toBeTruthy();
    expect(second.changes).toEqual([{ sessionId: "s1", text: "a" }]);
  });

  it("is reported when it was removed there", async () => {
    const storage = memoryStorage();
    const [first, second] = [openTab(storage), openTab(storage)];
    first.set("s1", "a");
    await first.flush();
    await expect.poll(() => second.changes.length > 0).toBeTruthy();
    first.remove("s1");
    await first.flush();
    await expect.poll(() => second.changes.length > 1).toBeTruthy();
    expect(second.changes.at(-1)).toEqual({ sessionId: "s1", text: "" });
  });

  it("does not replace a newer text that this tab has not saved yet", async () => {
    const storage = memoryStorage();
    const [first, second] = [openTab(storage), openTab(storage)];
    const now = vi.spyOn(Date, "now").mockReturnValue(1000);
    first.set("s1", "older");
    now.mockReturnValue(2000);
    second.set("s1", "newer");
    now.mockRestore();
    await first.flush();
    await expect.poll(() => second.changes.length > 1).toBeTruthy();
    expect(second.changes.at(-1)).toEqual({ sessionId: "s1", text: "newer", replaced: "older" });
    expect(await second.get("s1")).toBe("newer");
  });

  it("is not reported after stop", async () => {
    const storage = memoryStorage();
    const [first, second] = [openTab(storage), openTab(storage)];
    const third = openTab(storage);
    await second.stop();
    first.set("s1", "a");
    await first.flush();
    await expect.poll(() => third.changes.length > 0).toBeTruthy();
    expect(second.changes).toEqual([]);
  });
});
