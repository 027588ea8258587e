import fc from "fast-check";
import { expect, it } from "vitest";
import { reopenedKey, OPEN } from "../../src/state/indexKeys.js";
import { SessionRecord, emptySession } from "../../src/state/sessionRecord.js";

const id = fc.constantFrom("a", "b", "c", "d", "e");
const status = fc.constantFrom("pending", "in_progress", "completed", "cancelled");
const write = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant("set" as const), id, status) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("delete" as const), id, status) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("fill" as const), id, status) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("insert" as const), id, status) },
);

const emptyRecord = (): SessionRecord => new SessionRecord("s1", emptySession("s1"));
const callWith = (toolCallId: string, callStatus: string) => ({
  toolCallId,
  status: callStatus,
  kind: "other",
  content: [],
  locations: [],
  phase: "pending" as const,
  createdAt: 1,
  updatedAt: 1,
});

it("finds exactly the open calls after any writes", () => {
  fc.assert(
    fc.property(fc.array(write), fc.nat(5), (writes, firstLook) => {
      const { toolCalls } = emptyRecord().tables;
      for (const [index, [name, callId, callStatus]] of writes.entries()) {
        const call = callWith(callId, callStatus);
        if (name === "set") toolCalls.set(callId, call);
        else if (name === "delete") toolCalls.delete(callId);
        else if (name === "fill") toolCalls.fill([[callId, call]]);
        else if (!toolCalls.has(callId)) toolCalls.insert(0, callId, call);
        if (index < firstLook) continue;
        const expected = [...toolCalls.snapshot().values()].flatMap((known) =>
          ["completed", "cancelled"].includes(known.status) ? [] : [known.toolCallId],
        );
        expect([...toolCalls.idsWith(OPEN)].sort()).toEqual(expected.sort());
      }
    }),
  );
});

it("finds the turns in which a call started to run again", () => {
  const { turns } = emptyRecord().tables;
  const turn = { turnId: "t1", status: "running" as const, startedAt: 1 };
  turns.set("t1", turn);
  expect([...turns.idsWith(reopenedKey("c1"))]).toEqual([]);
  turns.set("t1", { ...turn, reopened: ["c1", "c2"] });
  expect([...turns.idsWith(reopenedKey("c1"))]).toEqual(["t1"]);
  turns.set("t1", { ...turn, reopened: ["c2"] });
  expect([...turns.idsWith(reopenedKey("c1"))]).toEqual([]);
});
