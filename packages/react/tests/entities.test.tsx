import {
  useCompaction,
  usePermission,
  useSessionMessage,
  useSubagent,
  useTerminal,
} from "@acp-store/react";
import { act } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { countingStore, hook, request } from "./support.js";

const output = (terminalId: string, text: string) => ({
  sessionUpdate: "terminal_output_chunk",
  terminalId,
  data: btoa(text),
});

describe("useTerminal", () => {
  it("renders for the output of its terminal only", () => {
    const { store, value, update, rendersOf } = hook(
      () => useTerminal("t1", (terminal) => terminal?.output),
      countingStore(2),
    );
    update(output("t1", "one "));
    expect(rendersOf(() => store.update(output("t2", "x")))).toBe(0);
    expect(rendersOf(() => store.update(output("t1", "two")))).toBe(1);
    expect(value()).toBe("one two");
  });

  it("returns a terminal of the session in its options", () => {
    const { value, update } = hook(() => useTerminal("t1", { sessionId: "s2" }), countingStore(2));
    expect(value()).toBeUndefined();
    update(output("t1", "hi"), "s2");
    expect(value()).toMatchObject({ terminalId: "t1", output: "hi", outputBytes: 2 });
  });
});

describe("usePermission", () => {
  it("returns the answered permission with the reason", () => {
    const { store, value } = hook(() => usePermission("permission-t-1"));
    act(() => void store.requestPermission(request(), { requestId: 1 }));
    expect(value()).toMatchObject({ status: "pending" });
    act(() => store.respondToPermission("permission-t-1", "yes"));
    expect(value()).toMatchObject({ status: "selected", optionId: "yes", reason: "user" });
  });
});

describe("useCompaction, useSubagent, useSessionMessage", () => {
  it("returns the entity of a timeline item", () => {
    const { value, update } = hook(
      () => ({
        compaction: useCompaction("k", (item) => item?.status),
        subagent: useSubagent("child", (item) => item?.title),
        message: useSessionMessage("m", (item) => item?.senderSessionId),
      }),
      countingStore(2),
    );
    update({ sessionUpdate: "compaction_update", compactionId: "k", status: "completed" });
    update({ sessionUpdate: "subagent_update", sessionId: "child", title: "Explore" });
    update({ sessionUpdate: "session_message", messageId: "m", senderSessionId: "child" });
    expect(value()).toEqual({ compaction: "completed", subagent: "Explore", message: "child" });
  });
});
