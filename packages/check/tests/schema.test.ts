import type { Frame } from "@acp-store/core";
import { checkTrace, type Finding } from "@acp-store/check";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { recv, sent } from "../../devtools/tests/support/frames.js";

const info = { name: "agent", version: "1.0" };
const capabilities = { session: { prompt: { image: {} } } };

/** Checks a message of version 2 in an open session. Returns the findings about it. */
function check(message: Frame): readonly Finding[] {
  const trace = [
    sent({ id: 0, method: "initialize", params: { protocolVersion: 2, info } }),
    recv({ id: 0, result: { protocolVersion: 2, info, capabilities } }),
    sent({ id: 1, method: "session/new", params: { cwd: "/a" } }),
    recv({ id: 1, result: { sessionId: "s1" } }),
    message,
  ];
  return checkTrace(trace).findings.filter(
    ({ frame, severity }) => frame === 5 && severity !== "note",
  );
}

function update(fields: object): Frame {
  return recv({ method: "session/update", params: { sessionId: "s1", update: fields } });
}

/** Returns the code, place, expected and actual value of each finding about an update. */
function problemsOf(fields: object): unknown[] {
  return check(update(fields)).map(({ code, path, expected, actual }) => [
    code,
    path,
    expected,
    actual,
  ]);
}

function codesOf(message: Frame): string[] {
  return check(message).map(({ code }) => code);
}

describe("the strict schema", () => {
  it("names the type of a missing field", () => {
    expect(problemsOf({ sessionUpdate: "agent_message", content: [] })).toEqual([
      ["missing_field", "params.update.messageId", "string", undefined],
    ]);
  });

  it("describes a missing object by its fields", () => {
    expect(problemsOf({ sessionUpdate: "plan_update" })).toEqual([
      ["missing_field", "params.update.plan", expect.stringContaining("type"), undefined],
    ]);
    expect(problemsOf({ sessionUpdate: "terminal_update", terminalId: "t", output: 5 })).toEqual([
      ["wrong_type", "params.update.output", "{ data: string /* base64 */ }", 5],
    ]);
  });

  it("reports only the problems of the branch that the discriminator selects", () => {
    const content = { type: "image", data: 5 };
    const chunk = { sessionUpdate: "agent_message_chunk", messageId: "m", content };
    expect(problemsOf(chunk)).toEqual([
      ["missing_field", "params.update.content.mimeType", "string", undefined],
      ["wrong_type", "params.update.content.data", "string /* base64 */", 5],
    ]);
  });

  it("lists the values of an open enum, and accepts values that start with an underscore", () => {
    const call = { sessionUpdate: "tool_call_update", toolCallId: "c", title: "Read" };
    expect(problemsOf({ ...call, kind: "_browse" })).toEqual([]);
    expect(problemsOf({ ...call, kind: null })).toEqual([]);
    const [problem] = check(update({ ...call, kind: "browse" }));
    expect(problem).toMatchObject({ code: "unprefixed_value", actual: "browse" });
    expect(problem?.expected).toMatch(/^"read" \| .* \| `_\$\{string\}` \| null$/);
  });

  it("accepts updates and content of custom kinds with any fields", () => {
    expect(problemsOf({ sessionUpdate: "_weather", sky: "blue" })).toEqual([]);
    expect(codesOf(update({ sessionUpdate: "weather", sky: "blue" }))).toEqual([
      "unprefixed_value",
    ]);
  });

  it("reports fields that the protocol does not define, except in _meta", () => {
    const message = { sessionUpdate: "agent_message", messageId: "m" };
    expect(problemsOf({ ...message, _meta: { vendor: 1 } })).toEqual([]);
    expect(problemsOf({ ...message, vendor: 1 })).toEqual([
      ["unknown_field", "params.update.vendor", expect.stringContaining("messageId"), 1],
    ]);
  });

  it("reports a misnamed field as one missing field", () => {
    expect(problemsOf({ sessionUpdate: "agent_message", message_id: "m" })).toEqual([
      ["missing_field", "params.update.messageId", "string", undefined],
    ]);
  });

  it("checks paths, line numbers and base64", () => {
    const call = { sessionUpdate: "tool_call_update", toolCallId: "c", title: "Read" };
    expect(problemsOf({ ...call, locations: [{ path: "a.js", line: 0 }] })).toEqual([
      ["relative_path", "params.update.locations.0.path", "string /* an absolute path */", "a.js"],
      ["invalid_line", "params.update.locations.0.line", "number | null /* at least 1 */", 0],
    ]);
    expect(problemsOf({ ...call, locations: [{ path: "C:\\a.js", line: 1 }] })).toEqual([]);
    const chunk = { sessionUpdate: "terminal_output_chunk", terminalId: "t" };
    expect(problemsOf({ ...chunk, data: "aGk=" })).toEqual([]);
    expect(codesOf(update({ ...chunk, data: "hi!" }))).toEqual(["invalid_format"]);
  });

  it("validates base64 of several megabytes", () => {
    const data = "QUJD".repeat(2_000_000);
    const chunk = { sessionUpdate: "terminal_output_chunk", terminalId: "t" };
    expect(problemsOf({ ...chunk, data })).toEqual([]);
    expect(codesOf(update({ ...chunk, data: `${data}!` }))).toEqual(["invalid_format"]);
  });

  it("reports methods that the version does not define for the receiver", () => {
    expect(codesOf(sent({ id: 2, method: "session/set_mode", params: {} }))).toEqual([
      "unknown_method",
    ]);
    expect(codesOf(recv({ id: 2, method: "session/prompt", params: {} }))).toEqual([
      "unknown_method",
    ]);
    expect(codesOf(sent({ id: 2, method: "_vendor/anything", params: {} }))).toEqual([]);
    expect(codesOf(sent({ method: "$/anything", params: {} }))).toEqual([]);
  });

  it("judges a message that a program created like one that came over the wire", () => {
    const message = { sessionUpdate: "agent_message", messageId: undefined, content: undefined };
    expect(codesOf(update(message))).toEqual(["missing_field"]);
  });

  it("is derived from the schemas of the installed SDK", () => {
    const script = fileURLToPath(new URL("../../../scripts/generate-schemas.mjs", import.meta.url));
    expect(execFileSync(process.execPath, [script, "--check"], { encoding: "utf8" })).toBe("");
  });
});
