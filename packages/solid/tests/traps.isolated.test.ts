import { type AcpStore, selectToolCalls } from "@acp-store/core";
import { createRoot } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

/** Creates a store with one tool call. Outside of production, its snapshots are frozen. */
async function createStoreIn(mode: "development" | "production"): Promise<AcpStore> {
  vi.stubEnv("NODE_ENV", mode);
  vi.resetModules();
  const { createAcpStore } = await import("@acp-store/core");
  const store = createAcpStore({ scheduler: "sync" });
  setTitle(store, "Read");
  return store;
}

function setTitle(store: AcpStore, title: string): void {
  const update = { sessionUpdate: "tool_call_update", toolCallId: "1", title, status: "pending" };
  store.ingest({ sessionId: "s1", update });
}

describe("Solid's reconcile", () => {
  /** Writes two snapshots to a store of Solid and returns the title in the first of them. */
  function reconcileTwice(store: AcpStore): string | undefined {
    const [before] = selectToolCalls(store.getState(), "s1");
    createRoot((dispose) => {
      const [view, setView] = createStore({ call: before });
      setTitle(store, "Edit");
      setView("call", reconcile(selectToolCalls(store.getState(), "s1")[0]));
      expect(view.call?.title).toBe("Edit");
      dispose();
    });
    return before?.title;
  }

  it("keeps earlier snapshots in development, where they are frozen", async () => {
    expect(reconcileTwice(await createStoreIn("development"))).toBe("Read");
  });

  it("changes earlier snapshots in production", async () => {
    expect(reconcileTwice(await createStoreIn("production"))).toBe("Edit");
  });
});
