import { createAcpStore } from "@acp-store/core";
import { followFrames } from "@acp-store/fleet/devtools";
import { hostFleet } from "@acp-store/fleet/mirror";
import type { Fleet } from "@acp-store/fleet/owner";
import { type MirrorLink, openLinkChannels, portLink } from "@acp-store/mirror";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

/** A step of a test: the agent writes a line, the link breaks, or the other end gets time to answer. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("line" as const),
      text: fc.string({ unit: "binary", maxLength: 1_500, size: "max" }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: "break" } as const) },
  { weight: 2, arbitrary: fc.constant({ type: "wait" } as const) },
);

/** A fleet of the agent "a" with a store, which is all that its host reads. */
function fleetOf(store: ReturnType<typeof createAcpStore>): Fleet {
  const agents = new Map([["a", { store }]]);
  const entries = { subscribe: () => () => {}, getState: () => new Map() };
  return { agents, entries } as unknown as Fleet;
}

describe("followFrames", () => {
  it("gets each line once, in order, over links that break and that split long lines", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.option(fc.integer({ min: 300, max: 1_200 })),
        async (steps, maxChars) => {
          const store = createAcpStore();
          const host = hostFleet(fleetOf(store), { devtools: true });
          let links: MirrorLink[] = [];
          const limited = (link: MirrorLink) => (maxChars === null ? link : { ...link, maxChars });
          const openChannel = async (name: string) => {
            const { port1, port2 } = new MessageChannel();
            const ends = [limited(portLink(port1)), limited(portLink(port2))] as const;
            links.push(ends[0]);
            host.connect(ends[0], { agent: () => ({}), seesMessages: true });
            return openLinkChannels(ends[1]).open(name);
          };
          const frames = followFrames({ openChannel }, "a");
          const lines: string[] = [];
          for (const { type, ...fields } of steps) {
            if (type === "line" && "text" in fields) {
              // JSON escapes lone surrogates, which a link may not be able to send.
              lines.push(fields.text);
              store.observe({ dir: "stderr", msg: fields.text });
            } else if (type === "break") {
              for (const link of links) link.close();
              links = [];
            } else await new Promise((resolve) => setTimeout(resolve, 2));
          }
          const received = () =>
            frames.state
              .getState()
              .history.entries()
              .map(({ frame }) => frame?.msg);
          await vi.waitFor(() => expect(received()).toHaveLength(lines.length), {
            timeout: 60_000,
            interval: 10,
          });
          expect(received()).toEqual(lines);
          frames.close();
          host.close();
          for (const link of links) link.close();
        },
      ),
      { numRuns: 25 },
    );
  });
});
