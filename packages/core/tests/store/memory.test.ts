import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { text } from "../support/trackedStore.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** What a `WeakRef` was asked for stays until the current task is over. */
const nextTask = () => new Promise<void>((resolve) => void setImmediate(resolve));

describe("a closed session", () => {
  it.each(["with", "without"])(
    "is let go of with all that was in it, %s an inspector",
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
      const held = (): WeakRef<object>[] => {
        const session = store.getState().sessions.get("s1");
        const tables = [session?.messages, session?.toolCalls, session?.terminals];
        const entities = tables.flatMap((table): object[] => [...(table?.values() ?? [])]);
        expect(entities).toHaveLength(3);
        const blocks = [...(session?.messages.values() ?? [])].flatMap(({ content }) => content);
        return [...entities, ...blocks, session as object].map((entity) => new WeakRef(entity));
      };
      const references = held();
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

describe("the output of a terminal", () => {
  it("takes no more memory when much more than its bound has gone through it", () => {
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
