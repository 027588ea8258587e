import { createAcpStore } from "@acp-store/core";
import { get, type Readable } from "svelte/store";
import { describe, expect, it } from "vitest";

describe("$store of Svelte", () => {
  it("is undefined for a store until its next change", () => {
    const store = createAcpStore({ scheduler: "sync" });
    const values: unknown[] = [];
    const stop = store.subscribe((state) => values.push(state));
    expect(values).toEqual([]);
    store.openSession({ sessionId: "s1" });
    expect(values).toEqual([store.getState()]);
    stop();
    // Svelte accepts the store, because it has a function `subscribe`.
    expect(get(store as unknown as Readable<unknown>)).toBeUndefined();
  });
});
