import { selectTerminal, selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { storeAfterFrames, updated } from "../support/frames.js";
import { session, trackedStore, asSent } from "../support/trackedStore.js";

const call = (_meta: object, extra: object = {}) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "c1",
  _meta,
  ...extra,
});
const info = (fields: object = {}) => ({ terminal_info: { terminal_id: "t1", ...fields } });
const output = (data: string) => ({ terminal_output: { terminal_id: "t1", data } });
const delta = (data: string) => ({ terminal_output_delta: { terminal_id: "t1", data } });
const exit = (fields: object) => ({ terminal_exit: { terminal_id: "t1", ...fields } });
const terminalAfter = (...metas: object[]) => {
  const store = storeAfterFrames(1, ...metas.map((meta) => updated(call(meta))));
  return asSent(selectTerminal(store.getState(), "s1", "t1"));
};
const NEW = { terminalId: "t1", output: "", outputBytes: 0, truncatedBytes: 0 };

describe("a terminal in the metadata of a tool call", () => {
  it.each([
    ["is created by terminal_info", [info({ cwd: "/w" })], { cwd: "/w" }],
    ["is created by its first output", [output("a")], { output: "a", outputBytes: 1 }],
    ["is created by its exit", [exit({ exit_code: 1 })], { exitStatus: { exitCode: 1 } }],
    [
      "appends terminal_output",
      [info(), output("a"), output("b")],
      { output: "ab", outputBytes: 2 },
    ],
    ["appends terminal_output_delta", [delta("a"), delta("b")], { output: "ab", outputBytes: 2 }],
    [
      "appends both in one update",
      [{ ...output("a"), ...delta("b") }],
      { output: "ab", outputBytes: 2 },
    ],
    [
      "keeps its output when it exits",
      [output("a"), exit({ signal: "SIGINT" })],
      { output: "a", outputBytes: 1, exitStatus: { signal: "SIGINT" } },
    ],
    ["exits without a code", [exit({ exit_code: null, signal: null })], { exitStatus: {} }],
    [
      "applies all fields of one update in order",
      [{ ...exit({ exit_code: 0 }), ...output("é"), ...info({ cwd: "/w" }) }],
      { cwd: "/w", output: "é", outputBytes: 2, exitStatus: { exitCode: 0 } },
    ],
  ])("applies its metadata: %s", (_name, metas, expected) => {
    expect(terminalAfter(...metas)).toEqual({ ...NEW, ...expected });
  });

  it("is also read from tool_call", () => {
    const created = { sessionUpdate: "tool_call", toolCallId: "c1", title: "Run", _meta: info() };
    const store = storeAfterFrames(1, updated(created));
    expect(session(store).timeline).toEqual([
      { type: "tool_call", id: "c1" },
      { type: "terminal", id: "t1" },
    ]);
  });

  it("keeps the metadata of the tool call itself", () => {
    const store = storeAfterFrames(
      1,
      updated(call({ ...delta("a"), tool: "Bash" }, { status: "completed" })),
    );
    expect(selectToolCall(store.getState(), "s1", "c1")).toMatchObject({
      status: "completed",
      _meta: { tool: "Bash" },
    });
  });

  it.each([
    { terminal_output: { data: "a" } },
    { terminal_output: { terminal_id: 3, data: "a" } },
    { terminal_output: { terminal_id: "t1" } },
    { terminal_output: "a" },
    { terminal_info: null },
  ])("ignores malformed metadata: %o", (meta) => {
    const store = trackedStore();
    expect(store.update(call(meta)).accepted).toBe(true);
    expect(session(store).terminals.size).toBe(0);
  });

  it("joins a character that is split across chunks", () => {
    const store = trackedStore();
    const bytes = (...values: number[]) => ({
      sessionUpdate: "terminal_output_chunk",
      terminalId: "t1",
      data: Buffer.from(values).toString("base64"),
    });
    for (const update of [bytes(0x61, 0xe2, 0x82), call(output("b")), bytes(0xac)])
      store.update(update);
    expect(asSent(selectTerminal(store.getState(), "s1", "t1"))).toEqual({
      ...NEW,
      output: "ab€",
      outputBytes: 5,
    });
  });

  it("drops the oldest bytes beyond the limit", () => {
    const store = trackedStore({ limits: { terminalBytes: 3 } });
    for (const data of ["ab", "cd", "ef"]) store.update(call(delta(data)));
    expect(selectTerminal(store.getState(), "s1", "t1")).toMatchObject({
      output: "def",
      truncatedBytes: 3,
    });
  });
});
