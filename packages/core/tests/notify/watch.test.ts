import { createAcpStore, type WatchedChanges, type WatchTarget } from "@acp-store/core";
import { describe, expect, it } from "vitest";

const call = (toolCallId: string, status = "pending") => ({
  sessionUpdate: "tool_call_update",
  toolCallId,
  status,
});

function watchingStore(target: WatchTarget) {
  const store = createAcpStore({ scheduler: (flush) => void (flushNow = flush) });
  let flushNow = (): void => {};
  const reports: Pick<WatchedChanges, "sessionIds" | "ids">[] = [];
  store.watch(target, ({ sessionIds, ids }) => void reports.push({ sessionIds, ids }));
  const ingest = (update: object, sessionId = "s1"): void =>
    void store.ingest({ sessionId, update });
  return { store, ingest, reports, flush: () => flushNow() };
}

describe("the changes passed to a watch listener", () => {
  it("lists each changed entity once since the previous call", () => {
    const { ingest, reports, flush } = watchingStore({
      type: "table",
      sessionId: "s1",
      table: "toolCalls",
    });
    ingest(call("a"));
    ingest(call("b"));
    ingest(call("a", "completed"));
    flush();
    ingest(call("b", "failed"));
    flush();
    expect(reports).toEqual([
      { sessionIds: ["s1"], ids: ["a", "b"] },
      { sessionIds: ["s1"], ids: ["b"] },
    ]);
  });

  it("lists the entities that were removed", () => {
    const { store, ingest, reports, flush } = watchingStore({
      type: "table",
      table: "toolCalls",
    });
    ingest(call("a"));
    ingest(call("b"), "s2");
    flush();
    store.closeSession("s1");
    expect(reports).toEqual([
      { sessionIds: ["s1", "s2"], ids: ["a", "b"] },
      { sessionIds: ["s1"], ids: ["a"] },
    ]);
  });

  it("lists no entities for a field", () => {
    const { ingest, reports, flush } = watchingStore({ type: "field", field: "usage" });
    ingest({ sessionUpdate: "usage_update", used: 1, size: 2 }, "s2");
    ingest(call("a"));
    flush();
    expect(reports).toEqual([{ sessionIds: ["s2"], ids: [] }]);
  });
});

describe("a watch target", () => {
  it("throws a TypeError that shows a valid target when it is unknown", () => {
    const store = createAcpStore();
    const target = { sessionId: "s1", table: "toolCalls" } as unknown as WatchTarget;
    expect(() => store.watch(target, () => {})).toThrow(
      'does not know the target {"sessionId":"s1","table":"toolCalls"}. Pass a target with a type, such as { type: "entity"',
    );
  });
});
