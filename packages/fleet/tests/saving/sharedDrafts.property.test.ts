import { getDraftSource } from "@acp-store/core/reads";
import type { MirrorLink } from "@acp-store/mirror";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createRemoteSaving } from "../../src/saving/remoteSaving.js";
import { serveSaving } from "../../src/saving/serveSaving.js";
import { testAgent, testFleet } from "../support/agents.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A link whose messages are delivered one by one, in the order of each direction. */
function createLink() {
  const ends = [createEnd(), createEnd()] as const;
  let isClosed = false;
  const link = (own: 0 | 1): MirrorLink => ({
    send: (text) => void ends[own === 0 ? 1 : 0].queue.push(text),
    onMessage: (listener) => (ends[own].listeners.add(listener), () => {}),
    onClose(listener) {
      // A link that is closed already tells so.
      if (isClosed) queueMicrotask(listener);
      else ends[own].closers.add(listener);
      return () => {};
    },
    close() {
      isClosed = true;
      for (const { queue, closers } of ends) {
        queue.length = 0;
        for (const listener of closers) listener();
      }
    },
  });
  return {
    server: link(0),
    page: link(1),
    /** Delivers the next message to an end. Returns whether there was one. */
    deliver(to: 0 | 1): boolean {
      const text = ends[to].queue.shift();
      if (text === undefined) return false;
      for (const listener of ends[to].listeners) listener(text);
      return true;
    },
  };
}

function createEnd() {
  return {
    queue: [] as string[],
    listeners: new Set<(text: string) => void>(),
    closers: new Set<() => void>(),
  };
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(3_000);
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("type" as const), page: fc.nat(1) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("deliver" as const),
      page: fc.nat(1),
      to: fc.constantFrom<0 | 1>(0, 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("wait" as const), ms: fc.nat(300) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("break" as const), page: fc.nat(1) }) },
);

it("brings two pages and the owner to the same draft, in any order of messages", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { get } = testFleet([testAgent("a")]);
      const agent = get("a");
      agent.store.ingest({ sessionId: "s1", update: { sessionUpdate: "plan", entries: [] } });
      const rights = { may: () => true };
      const pages = [0, 1].map(() => {
        const state = { link: createLink() };
        const saving = createRemoteSaving(async () => {
          state.link = createLink();
          serveSaving(state.link.server, agent, rights);
          return state.link.page;
        });
        const draft = getDraftSource(saving.drafts, "s1");
        draft.subscribe(() => {});
        return { state, saving, shown: () => draft.get().text };
      });
      const deliverAll = async (): Promise<void> => {
        for (let round = 0; round < 10; round++) {
          for (const { state } of pages)
            for (const to of [0, 1] as const) while (state.link.deliver(to));
          await settle();
        }
      };
      let typed = 0;
      for (const each of steps) {
        const page = "page" in each ? pages[each.page] : undefined;
        if (each.type === "type") page?.saving.drafts.set("s1", `text ${++typed}`);
        else if (each.type === "deliver") page?.state.link.deliver(each.to);
        else if (each.type === "break") page?.state.link.page.close();
        else await vi.advanceTimersByTimeAsync(each.ms);
        await vi.advanceTimersByTimeAsync(0);
      }
      await deliverAll();
      const kept = await agent.saving.drafts.get("s1");
      expect(pages.map(({ shown }) => shown())).toEqual([kept, kept]);
      for (const { saving } of pages) saving.close();
    }),
    { numRuns: 200 },
  );
});
