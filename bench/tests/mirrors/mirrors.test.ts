import { describe, expect, it } from "vitest";
import { countDeflatedBytes } from "../../src/mirrors/deflate.js";
import { connectMirror, createHost, createPacedStore } from "../../src/mirrors/mirroredStore.js";
import { createOneSessionWorkload } from "../../src/workloads/workloads.js";

const { lines } = createOneSessionWorkload("W1", 1, 0.01);

describe("a paused link", () => {
  it("keeps the batches of 16 updates, and delivers them later", async () => {
    const { store, updates, ingest } = createPacedStore(lines);
    const host = createHost(store);
    const { mirror, link } = await connectMirror(host);
    const before = mirror.getState();
    link.pause();
    await ingest(updates);
    const batches = link.texts.filter((text) => text.includes('"lane":"session:'));
    expect(batches).toHaveLength(Math.ceil(updates.length / 16));
    expect(mirror.getState()).toBe(before);
    link.deliverWaiting();
    const counts = [mirror, store].map((view) =>
      Array.from(view.getState().sessions.values(), ({ timeline }) => timeline.length),
    );
    expect(counts[0]).toEqual(counts[1]);
    mirror.close();
    host.close();
  });
});

describe("countDeflatedBytes", () => {
  it("compresses a message with the ones before it", async () => {
    const text = Array.from({ length: 400 }, (_, index) => `${index * 7919},`).join("");
    const once = await countDeflatedBytes([text]);
    const twice = await countDeflatedBytes([text, text]);
    expect(once).toBeLessThan(text.length);
    expect(twice - once).toBeLessThan(once / 10);
  });
});
