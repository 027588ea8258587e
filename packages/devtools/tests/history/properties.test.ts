import type { Frame } from "@acp-store/core";
import { createHistory } from "@acp-store/devtools";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callUpdate, plain, recv, said, sent, steadyStore, toolCall } from "../support/frames.js";

const id = fc.constantFrom("a", "b", "__proto__");
const frame: fc.Arbitrary<Frame> = fc.oneof(
  fc.string().map(said),
  id.map((name) => toolCall(name, { content: [] })),
  fc
    .tuple(id, fc.constantFrom("in_progress", "completed", "unknown"))
    .map(([name, status]) => callUpdate(name, { status })),
  fc.constant(recv({ method: "_nothing" })),
  fc.constant(callUpdate("", { toolCallId: 1 })),
  fc
    .nat(3)
    .map((request) =>
      sent({ id: request, method: "session/prompt", params: { sessionId: "s1", prompt: [] } }),
    ),
  fc.nat(3).map((request) => recv({ id: request, result: { stopReason: "end_turn" } })),
);
const move = fc.oneof(
  frame.map((value) => ({ frame: value })),
  fc.integer({ min: -30, max: 30 }).map((by) => ({ by })),
  fc.integer({ min: -2, max: 60 }).map((to) => ({ to })),
);

describe("a history of random traffic", () => {
  it("shows the original state of every entry after any sequence of moves", () => {
    fc.assert(
      fc.property(
        fc.array(move, { maxLength: 80 }),
        fc.integer({ min: 1, max: 20 }),
        (moves, limit) => {
          const store = steadyStore();
          const history = createHistory(store, { limit });
          const states = new Map([[-1, plain(store.getState())]]);
          store.inspect((record) => {
            const { end } = history.getSnapshot();
            if (record.type === "commit") states.set(end - 1, plain(store.getState()));
          });
          const expected = (index: number) => {
            let at = index;
            while (!states.has(at)) at--;
            return states.get(at);
          };
          for (const step of moves) {
            if ("frame" in step) {
              store.observe(step.frame);
              continue;
            }
            if ("by" in step) history.step(step.by);
            else history.jumpTo(step.to);
            const { position, first, end } = history.getSnapshot();
            expect(position).toBeGreaterThanOrEqual(first - 1);
            expect(position).toBeLessThan(end);
            expect(plain(history.getState())).toEqual(expected(position as number));
            history.goLive();
            expect(history.entries()).toHaveLength(Math.min(limit, end));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
