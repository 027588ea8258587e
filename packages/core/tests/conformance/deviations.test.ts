import { createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { codes, session, trackedStore } from "../support/trackedStore.js";
import { DEVIATIONS } from "./support/deviations.js";
import { officialDefinitions } from "./support/schema.js";

const schemaChanges = DEVIATIONS.flatMap(({ summary, versions, change }) =>
  versions.flatMap((version) => (change ? [{ summary, version, change }] : [])),
);

describe("a deviation from the official schemas", () => {
  it.each(schemaChanges)(
    "still changes the schemas: $what (version $version)",
    ({ version, change }) => {
      const official = officialDefinitions(version, "unstable");
      const changed = { ...official };
      for (const deviation of DEVIATIONS) {
        if (deviation.change === change) break;
        if (deviation.versions.includes(version)) deviation.change?.(changed);
      }
      const before = JSON.stringify(changed);
      change(changed);
      expect(JSON.stringify(changed)).not.toBe(before);
    },
  );

  it("keeps unknown values as sent", () => {
    const store = trackedStore();
    const content = [{ type: "_chart", points: [1] }];
    store.update({ sessionUpdate: "tool_call", toolCallId: "c1", title: "t", kind: "_k", content });
    expect(session(store).toolCalls.get("c1")).toMatchObject({ kind: "_k", content });
  });

  it("does not treat a malformed list as empty", () => {
    const store = trackedStore();
    const entry = { content: "a", priority: "low", status: "pending" };
    store.update({ sessionUpdate: "plan", entries: [entry] });
    const result = store.update({ sessionUpdate: "plan", entries: "none" });
    expect(codes(result)).toEqual(["invalid_message"]);
    expect(session(store).plans.get("main")?.entries).toEqual([entry]);
  });

  it("treats null as absent where the schema does not allow null", () => {
    const store = trackedStore();
    const result = store.update({
      sessionUpdate: "tool_call",
      toolCallId: "c1",
      title: "t",
      kind: null,
      content: null,
    });
    expect(result).toEqual({ accepted: true, diagnostics: [] });
    expect(session(store).toolCalls.get("c1")).toMatchObject({ kind: "other", content: [] });
  });

  it("treats a null result of session/load as empty", () => {
    const store = createAcpStore();
    const params = { sessionId: "s1", cwd: "/work" };
    store.observe({ dir: "sent", msg: { id: 1, method: "session/load", params } });
    const result = store.observe({ dir: "recv", msg: { id: 1, result: null } });
    expect(result).toEqual({ accepted: true, diagnostics: [] });
  });

  it("ends the turn when the response to a version 1 prompt is malformed", () => {
    const store = createAcpStore();
    const params = { sessionId: "s1", prompt: [] };
    store.observe({ dir: "sent", msg: { id: 1, method: "session/prompt", params } });
    const result = store.observe({ dir: "recv", msg: { id: 1, result: { stopReason: 7 } } });
    expect(codes(result)).toEqual(["invalid_message"]);
    expect([...session(store).turns.values()].map(({ status }) => status)).toEqual(["ended"]);
  });
});
