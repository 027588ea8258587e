import { memoryStorage } from "@acp-store/persist";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { faultyStorage } from "./support/faultyStorage.js";
import { savedText } from "./support/savedText.js";
import { savingStore } from "./support/savingStore.js";

// Stores that other files have not stopped would share the listeners.
describe("persistSessions before the end of the program", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("writes immediately when the page is hidden or left", async () => {
    const storage = faultyStorage();
    const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
    const window = new EventTarget();
    vi.stubGlobal("document", page);
    vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
    vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { persistence, say } = savingStore(storage);
    say("a");
    page.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(storage.writes).toHaveLength(0);
    page.visibilityState = "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(await savedText(storage)).toBe("a");
    say("b");
    window.dispatchEvent(new Event("pagehide"));
    expect(storage.writes).toHaveLength(2);
    await persistence.stop();
    say("c");
    window.dispatchEvent(new Event("pagehide"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await savedText(storage)).toBe("ab");
  });

  it("writes before Node exits", async () => {
    const storage = memoryStorage();
    const { say } = savingStore(storage);
    say("a");
    process.emit("beforeExit", 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(await savedText(storage)).toBe("a");
  });

  it("adds one listener to Node for all stores, and removes it after the last one", async () => {
    const before = process.listenerCount("beforeExit");
    const storages = Array.from({ length: 20 }, () => memoryStorage());
    const saving = storages.map((storage) => savingStore(storage));
    expect(process.listenerCount("beforeExit")).toBe(before + 1);
    for (const { say } of saving) say("a");
    process.emit("beforeExit", 0);
    await vi.advanceTimersByTimeAsync(0);
    for (const storage of storages) expect(await savedText(storage)).toBe("a");
    for (const { persistence } of saving) await persistence.stop();
    expect(process.listenerCount("beforeExit")).toBe(before);
  });
});
