import { formatFrame, formatTrace, parseTrace } from "@acp-store/devtools";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_RECORDINGS, recordedFrames, recordingText } from "../support/recordings.js";

describe("parseTrace", () => {
  it.each(ALL_RECORDINGS)("reads %s, and formatTrace writes it again", (name) => {
    const { frames, lines, problems } = parseTrace(recordingText(name));
    expect(frames).toEqual(recordedFrames(name));
    expect(problems).toEqual([]);
    expect(lines).toEqual(frames.map((_, index) => index + 1));
    expect(parseTrace(formatTrace(frames)).frames).toEqual(frames);
  });

  it("leaves out what is no frame, and says where", () => {
    const text = [
      "\uFEFF" + '{"t":1,"dir":"recv","msg":{}}',
      "",
      "{ broken",
      "[1]",
      '{"dir":"in","msg":{}}',
      '{"dir":"sent"}',
      '{"t":"now","dir":"sent","msg":null}',
      '{"dir":"sent","msg":1,"more":2}',
    ].join("\r\n");
    const { frames, lines, problems } = parseTrace(text);
    expect(frames).toEqual([
      { t: 1, dir: "recv", msg: {} },
      { dir: "sent", msg: null },
      { dir: "sent", msg: 1 },
    ]);
    expect(lines).toEqual([1, 7, 8]);
    expect(problems.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7]);
    expect(problems[0]).toMatchObject({
      text: "{ broken",
      message: expect.stringContaining("no JSON"),
    });
    expect(problems[4]?.message).toContain('"t" is no number');
  });

  it("shows the beginning of a long line", () => {
    const [problem] = parseTrace("x".repeat(10_000)).problems;
    expect(problem?.text).toHaveLength(120);
  });

  it("never throws", () => {
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
  it("leaves out a time that is not there", () => {
    expect(formatFrame({ dir: "sent", msg: 1 })).toBe('{"dir":"sent","msg":1}');
  });

  it("writes a line also for what JSON cannot hold", () => {
    const msg: Record<string, unknown> = {};
    msg["self"] = msg;
    const line = formatFrame({ t: 3, dir: "recv", msg });
    expect(JSON.parse(line)).toMatchObject({ t: 3, dir: "recv" });
    expect(parseTrace(line)).toMatchObject({
      frames: [],
      problems: [{ line: 1, message: expect.stringContaining(`no "msg"`) }],
    });
  });
});
