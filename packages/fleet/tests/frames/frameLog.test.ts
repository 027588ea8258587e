import { createFrameLog, type FrameLog } from "@acp-store/fleet/frames";
import { describe, expect, it } from "vitest";

const NO_LIMITS = { lines: Infinity, characters: Infinity };

function appendNumbers(log: FrameLog, from: number, count: number): FrameLog {
  for (let index = from; index < from + count; index += 1) log.append(`${index}`);
  return log;
}

/** Reads all lines from a position on, and returns the next position. */
function readAll(log: FrameLog, from = 0): { lines: string[]; next: number } {
  let text = "";
  let next = from;
  for (let batch = log.read(next); batch.text; batch = log.read(next)) {
    text += batch.text;
    next = batch.next;
  }
  return { lines: text.split("\n").slice(0, -1), next };
}

describe("createFrameLog", () => {
  it("keeps the first ten messages even if an agent writes to stderr before", () => {
    const log = createFrameLog({ lines: 5, characters: Infinity });
    for (let index = 0; index < 100; index += 1) log.append(`warning ${index}`, false);
    const { lines } = readAll(appendNumbers(log, 0, 50));
    expect(lines.filter((line) => !line.startsWith("warning"))).toEqual([
      ...["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
      '{"skipped":35}',
      ...["45", "46", "47", "48", "49"],
    ]);
    expect(lines).toHaveLength(116);
  });

  it("drops lines of an agent that floods stderr before its first message", () => {
    const log = createFrameLog({ lines: 5, characters: Infinity });
    for (let index = 0; index < 10_000; index += 1) log.append(`warning ${index}`, false);
    expect(readAll(log).lines).toHaveLength(1006);
  });

  it("returns every line once, including lines that are appended later", () => {
    const log = appendNumbers(createFrameLog(NO_LIMITS), 0, 7);
    const first = readAll(log);
    expect(first.lines).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
    appendNumbers(log, 7, 93);
    expect(readAll(log, first.next).lines).toHaveLength(93);
    expect(readAll(log).lines).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`));
  });

  it("keeps the first and the newest lines and counts the dropped ones", () => {
    const log = appendNumbers(createFrameLog({ ...NO_LIMITS, lines: 5 }), 0, 5000);
    expect(readAll(log).lines).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `${index}`),
      '{"skipped":4985}',
      ...["4995", "4996", "4997", "4998", "4999"],
    ]);
  });

  it("keeps no more characters than the limit", () => {
    const log = createFrameLog({ ...NO_LIMITS, characters: 50 });
    for (let index = 0; index < 100; index += 1) log.append(`01234567${index}`.slice(-9));
    const first = ["012345670", "012345671"];
    expect(readAll(log).lines).toEqual([
      ...first,
      '{"skipped":95}',
      "123456797",
      "123456798",
      "123456799",
    ]);
  });

  it("keeps short lines that follow a line too long to keep", () => {
    const log = createFrameLog({ ...NO_LIMITS, characters: 50 });
    log.append("a");
    log.append("x".repeat(60));
    expect(readAll(log).lines).toEqual(["a", '{"skipped":1}']);
    for (const line of ["b", "c", "d"]) log.append(line);
    expect(readAll(log).lines).toEqual(["a", '{"skipped":1}', "b", "c", "d"]);
  });

  it("tells a slow reader how many lines it missed", () => {
    const log = appendNumbers(createFrameLog({ ...NO_LIMITS, lines: 5 }), 0, 12);
    const { next } = readAll(log);
    appendNumbers(log, 12, 6);
    expect(readAll(log, next).lines).toEqual(['{"skipped":1}', "13", "14", "15", "16", "17"]);
  });

  it("returns a long log in batches", () => {
    const log = createFrameLog(NO_LIMITS);
    for (let index = 0; index < 40; index += 1) log.append("x".repeat(100_000));
    const batch = log.read(0);
    expect(batch.text.length).toBeLessThan(400_000);
    expect(readAll(log).lines).toHaveLength(40);
  });
});
