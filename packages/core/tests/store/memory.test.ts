import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { text } from "../support/trackedStore.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** A `WeakRef` keeps its target alive until the task that created or read it has ended. */
const nextTask = () => new Promise<void>((resolve) => void setImmediate(resolve));

describe("a closed session", () => {
  it.each(["with", "without"])(
    "can be collected with all of its content, %s an inspector",
    async (how) => {
      const store = createAcpStore({ scheduler: "sync", protocolVersion: 2 });
      const stop = store.subscribe(() => {});
      if (how === "with") store.inspect(() => {});
      const send = (update: object) => store.ingest({ sessionId: "s1", update });
      send({ sessionUpdate: "agent_message_chunk", messageId: "m1", content: text("Hello") });
      send({ sessionUpdate: "agent_message_chunk", messageId: "m1", content: text(", world") });
      send({ sessionUpdate: "tool_call_update", toolCallId: "c1", title: "Read" });
      send({
        sessionUpdate: "terminal_output_chunk",
        terminalId: "t1",
        data: Buffer.from("hi").toString("base64"),
      });
      const referencesToContent = (): WeakRef<object>[] => {
        const session = store.getState().sessions.get("s1");
        const tables = [session?.messages, session?.toolCalls, session?.terminals];
        const entities = tables.flatMap((table): object[] => [...(table?.values() ?? [])]);
        expect(entities).toHaveLength(3);
        const blocks = [...(session?.messages.values() ?? [])].flatMap(({ content }) => content);
        return [...entities, ...blocks, session as object].map((entity) => new WeakRef(entity));
      };
      const references = referencesToContent();
      store.closeSession("s1");
      store.ingest({
        sessionId: "s2",
        update: { sessionUpdate: "tool_call_update", toolCallId: "x" },
      });
      await nextTask();
      collectGarbage();
      expect(references.map((reference) => reference.deref())).toEqual(
        references.map(() => undefined),
      );
      stop();
    },
  );
});

describe("a store without subscribers", () => {
  it("does not keep the snapshot of the last round alive", async () => {
    const store = createAcpStore({ scheduler: "sync" });
    const update = (title: string) => ({ sessionUpdate: "tool_call", toolCallId: "c1", title });
    const unsubscribe = store.subscribe(() => {});
    store.ingest({ sessionId: "s1", update: update("First") });
    const reference = new WeakRef(store.getState());
    unsubscribe();
    store.ingest({ sessionId: "s1", update: update("Second") });
    store.getState();
    await nextTask();
    collectGarbage();
    expect(reference.deref()).toBeUndefined();
  });
});

describe("the output of a terminal", () => {
  it("does not grow in memory beyond its limit", () => {
    const store = createAcpStore({ protocolVersion: 2, limits: { terminalBytes: 100_000 } });
    const write = (chunks: number) => {
      for (let index = 0; index < chunks; index++) {
        const data = Buffer.from(`${index}`.padEnd(8192)).toString("base64");
        const update = { sessionUpdate: "terminal_output_chunk", terminalId: "t1", data };
        store.ingest({ sessionId: "s1", update });
      }
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = write(200);
    expect(write(2000) - before).toBeLessThan(2_000_000);
    expect(store.getState().sessions.get("s1")?.terminals.get("t1")?.outputBytes).toBe(100_000);
  });
});
