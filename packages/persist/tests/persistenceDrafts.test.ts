import { drafts, memoryStorage } from "@acp-store/persist";
import { describe, expect, it } from "vitest";
import { faultyStorage } from "./support/faultyStorage.js";
import { savingStore } from "./support/savingStore.js";

describe("a persistence with drafts", () => {
  it("writes drafts into the storage of the sessions when it is flushed or stopped", async () => {
    const storage = memoryStorage();
    const { persistence } = savingStore(storage);
    persistence.drafts.set("s1", "Fix");
    await persistence.flush();
    expect(await drafts(storage).get("s1")).toBe("Fix");
    persistence.drafts.set("s1", "Fix it");
    await persistence.stop();
    expect(await drafts(storage).get("s1")).toBe("Fix it");
  });

  it("does not reject from flush and stop if a draft cannot be saved", async () => {
    const storage = faultyStorage();
    const { persistence } = savingStore(storage);
    storage.fault = "rejected";
    persistence.drafts.set("s1", "Fix");
    await persistence.flush();
    await persistence.stop();
    expect(await persistence.drafts.get("s1")).toBe("Fix");
  });

  it("removes a draft together with its session, even if it is not saved yet", async () => {
    const storage = memoryStorage();
    const { persistence, say } = savingStore(storage);
    const changes: object[] = [];
    say("a");
    persistence.drafts.set("s1", "saved");
    await persistence.flush();
    persistence.drafts.set("s1", "not saved");
    persistence.drafts.onChange((change) => changes.push(change));
    await persistence.remove("s1");
    await persistence.stop();
    expect(changes).toEqual([
      { sessionId: "s1", text: "" },
      { sessionId: "s1#comments", text: "" },
    ]);
    expect(await storage.list()).toEqual([]);
  });

  it("removes the comments on lines together with their session", async () => {
    const storage = memoryStorage();
    const { persistence, say } = savingStore(storage);
    say("a");
    persistence.drafts.set("s1#comments", "[]");
    await persistence.flush();
    expect(await storage.list()).toContain("draft/s1#comments");
    await persistence.remove("s1");
    await persistence.stop();
    expect(await storage.list()).toEqual([]);
  });

  it("removes a draft when the agent has deleted its session", async () => {
    const storage = memoryStorage();
    const { store, persistence, say } = savingStore(storage);
    store.openSession({ sessionId: "s1" });
    say("a");
    persistence.drafts.set("s1", "Fix");
    const observe = (dir: "sent" | "recv", msg: object) =>
      store.observe({ dir, msg: { jsonrpc: "2.0", id: 1, ...msg } });
    observe("sent", { method: "session/delete", params: { sessionId: "s1" } });
    observe("recv", { result: {} });
    await persistence.stop();
    expect(await storage.list()).toEqual([]);
  });
});
