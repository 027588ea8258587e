import { createAcpStore, type WatchedChanges, type WatchTarget } from "@acp-store/core";
import fc from "fast-check";
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

describe("appendedText", () => {
  const chunk = (text: string) => ({
    sessionUpdate: "agent_message_chunk",
    messageId: "m",
    content: { type: "text", text },
  });
  const output = (text: string) => ({
    sessionUpdate: "terminal_output_chunk",
    terminalId: "t",
    data: btoa(text),
  });

  function appendingStore(table: "messages" | "terminals", id: string) {
    const store = createAcpStore({
      protocolVersion: 2,
      scheduler: "sync",
      limits: { terminalBytes: 8 },
    });
    const appended: unknown[] = [];
    const stop = store.watch({ type: "entity", sessionId: "s1", table, id }, (changes) =>
      appended.push(changes.appendedText(id)),
    );
    const ingest = (update: object): void => void store.ingest({ sessionId: "s1", update });
    return { store, ingest, appended, stop };
  }

  it("returns the text appended to a message", () => {
    const { ingest, appended } = appendingStore("messages", "agent:m");
    for (const text of ["Hel", "lo", "!"]) ingest(chunk(text));
    expect(appended).toEqual([
      undefined, // The message is new.
      { text: "lo", dropped: 0 },
      { text: "!", dropped: 0 },
    ]);
  });

  it("returns the output of a terminal and the length that was dropped for it", () => {
    const { ingest, appended } = appendingStore("terminals", "t");
    ingest({ sessionUpdate: "terminal_update", terminalId: "t" });
    for (const text of ["12345", "678", "90"]) ingest(output(text));
    expect(appended.slice(1)).toEqual([
      { text: "12345", dropped: 0 },
      { text: "678", dropped: 0 },
      { text: "90", dropped: 2 },
    ]);
  });

  it("joins the text of several changes between two calls", () => {
    const store = createAcpStore({ protocolVersion: 2, scheduler: () => {} });
    const update = (text: string) => ({ sessionId: "s1", update: output(text) });
    store.ingest(update("a"));
    let appended: unknown;
    store.watch({ type: "table", sessionId: "s1", table: "terminals" }, (changes) => {
      appended = changes.appendedText("t");
    });
    store.flush();
    store.ingest(update("b"));
    store.ingest(update("c"));
    store.flush();
    expect(appended).toEqual({ text: "bc", dropped: 0 });
  });

  it("returns undefined when the entity changed in another way", () => {
    const { ingest, appended } = appendingStore("terminals", "t");
    ingest(output("a"));
    ingest({ sessionUpdate: "terminal_update", terminalId: "t", exitStatus: { exitCode: 0 } });
    expect(appended.at(-1)).toBeUndefined();
  });

  it.each([
    ["message", "messages", "agent:m", chunk],
    ["terminal", "terminals", "t", output],
  ] as const)("leads from each text of a %s to the next", (_name, table, id, update) => {
    const texts = fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1 });
    fc.assert(
      fc.property(texts, (pieces) => {
        const { store, ingest, stop } = appendingStore(table, id);
        stop();
        const read = (): string => {
          const session = store.getState().sessions.get("s1");
          const block = session?.messages.get(id)?.content[0];
          if (block?.type === "text") return block.text;
          return session?.terminals.get(id)?.output ?? "";
        };
        let shown: string | undefined;
        store.watch({ type: "entity", sessionId: "s1", table, id }, (changes) => {
          const appended = changes.appendedText(id);
          shown = appended ? ((shown ?? "") + appended.text).slice(appended.dropped) : read();
        });
        for (const piece of pieces) ingest(update(piece));
        expect(shown).toBe(read());
      }),
    );
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
