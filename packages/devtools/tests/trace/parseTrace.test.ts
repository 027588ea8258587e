import type { Frame } from "@acp-store/core";
import { formatFrame, formatTrace, parseTrace } from "@acp-store/devtools";
import { checkTrace } from "@acp-store/check";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALL_RECORDINGS,
  recordedFrames,
  recordingText,
} from "../../../core/tests/support/recordings.js";

describe("parseTrace", () => {
  it.each(ALL_RECORDINGS)(
    "parses %s, and reparses the output of formatTrace to the same frames",
    (name) => {
      const { frames, lines, problems } = parseTrace(recordingText(name));
      expect(frames).toEqual(recordedFrames(name));
      expect(problems).toEqual([]);
      expect(lines).toEqual(frames.map((_, index) => index + 1));
      expect(parseTrace(formatTrace(frames)).frames).toEqual(frames);
    },
  );

  it("skips invalid lines and reports their numbers", () => {
    const text = [
      "\uFEFF" + '{"t":1,"dir":"recv","msg":{}}',
      "",
      "{ broken",
      '{"jsonrpc":"2.0",',
      "no message",
      '{"dir":"up","msg":{}}',
      '{"dir":"sent"}',
      '{"t":"now","dir":"sent","msg":null}',
      '{"dir":"sent","msg":1,"more":2}',
    ].join("\r\n");
    const { frames, lines, problems, textLines } = parseTrace(text);
    expect(frames).toEqual([
      { t: 1, dir: "recv", msg: {} },
      { dir: "sent", msg: null },
      { dir: "sent", msg: 1 },
    ]);
    expect(lines).toEqual([1, 8, 9]);
    expect(problems.map(({ line }) => line)).toEqual([3, 4, 6, 7, 8]);
    expect(textLines).toBe(1);
    expect(problems[0]).toMatchObject({
      text: "{ broken",
      message: expect.stringContaining("Invalid JSON"),
    });
    expect(problems[1]?.message).toContain("Invalid JSON (the closing brace is missing)");
    expect(problems[2]?.message).toContain('"dir" is "up", which is not a known direction');
    expect(problems[3]?.message).toContain('none of the fields "msg", "message"');
    expect(problems[4]?.message).toContain('"t" is not a time');
  });

  it("parses lines of stderr, whose text is never parsed", () => {
    const frames: Frame[] = [
      { t: 1, dir: "stderr", msg: '{"id":1,"result":{}}' },
      { dir: "stderr", msg: "" },
      { t: 2, dir: "recv", msg: {} },
    ];
    const trace = parseTrace(formatTrace(frames));
    expect(trace).toMatchObject({ frames, lines: [1, 2, 3], problems: [] });
  });

  it("truncates a long line in the report", () => {
    const [problem] = parseTrace("x".repeat(10_000)).problems;
    expect(problem?.text).toHaveLength(120);
  });

  it("never throws for arbitrary text", () => {
    const line = fc.oneof(fc.string(), fc.json(), fc.constant('{"dir":"recv","msg":{}}'));
    fc.assert(
      fc.property(fc.array(line), (rows) => {
        const { frames, lines, problems } = parseTrace(rows.join("\n"));
        expect(lines).toHaveLength(frames.length);
        expect(frames.length + problems.length).toBeLessThanOrEqual(
          rows.join("\n").split("\n").length * 2,
        );
      }),
    );
  });
});

describe("formatFrame", () => {
  it("omits a missing time", () => {
    expect(formatFrame({ dir: "sent", msg: 1 })).toBe('{"dir":"sent","msg":1}');
  });

  it("formats a message that cannot be serialized as a line without msg", () => {
    const msg: Record<string, unknown> = {};
    msg["self"] = msg;
    const line = formatFrame({ t: 3, dir: "recv", msg });
    expect(JSON.parse(line)).toMatchObject({ t: 3, dir: "recv" });
    expect(parseTrace(line)).toMatchObject({
      frames: [],
      problems: [{}, { line: 1, message: expect.stringContaining("The message is missing") }],
    });
  });
});

it("reads a message with thousands of levels up to a limit", () => {
  const deep = `${'{"in":'.repeat(5000)}1${"}".repeat(5000)}`;
  const lines = [
    `{"dir":"recv","msg":{"method":"session/update","params":${deep}}}`,
    `{"direction":"recv","message":${JSON.stringify(`{"method":"session/update","params":${deep}}`)}}`,
    `{"ts":1,"type":"notification","from":"agent","to":"client","method":"x","params":${deep}}`,
  ];
  const { frames } = parseTrace(lines.join("\n"));
  expect(frames).toHaveLength(3);
  expect(JSON.stringify(frames).length).toBeLessThan(10_000);
  expect(() => checkTrace(frames)).not.toThrow();
});

it("checks a message with thousands of levels", () => {
  const update = { sessionUpdate: "tool_call", toolCallId: "c1", title: "Read" };
  const rawInput = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`) as unknown;
  const params = { sessionId: "s1", update: { ...update, rawInput } };
  const msg = { jsonrpc: "2.0", method: "session/update", params };
  const { findings } = checkTrace([{ dir: "recv", msg }], { protocolVersion: 1 });
  expect(findings.map(({ code }) => code)).toContain("too_deep");
});
