import { describe, expect, it } from "vitest";
import { createFrameLog, type FrameLog } from "../src/frameLog.js";

const ALL = { lines: Infinity, characters: Infinity };

function filled(log: FrameLog, from: number, count: number): FrameLog {
  for (let index = from; index < from + count; index += 1) log.append(`${index}`);
  return log;
}

/** All lines a reader gets from a place on, and where it is then. */
function readAll(log: FrameLog, from = 0): { lines: string[]; next: number } {
  let text = "";
  let next = from;
  for (let piece = log.read(next); piece.text; piece = log.read(next)) {
    text += piece.text;
    next = piece.next;
  }
  return { lines: text.split("\n").slice(0, -1), next };
}

describe("createFrameLog", () => {
  it("hands out every line once, also those that come later", () => {
    const log = filled(createFrameLog(ALL), 0, 7);
    const first = readAll(log);
    expect(first.lines).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
    filled(log, 7, 93);
    expect(readAll(log, first.next).lines).toHaveLength(93);
    expect(readAll(log).lines).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`));
  });

  it("keeps how it began and the newest, and says how many are missing", () => {
    const log = filled(createFrameLog({ ...ALL, lines: 5 }), 0, 5000);
    expect(readAll(log).lines).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `${index}`),
      '{"skipped":4985}',
      ...["4995", "4996", "4997", "4998", "4999"],
    ]);
  });

  it("keeps no more characters than it may", () => {
    const log = createFrameLog({ ...ALL, characters: 50 });
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

  it("keeps short lines that come after a first one too long to keep", () => {
    const log = createFrameLog({ ...ALL, characters: 50 });
    log.append("a");
    log.append("x".repeat(60));
    expect(readAll(log).lines).toEqual(["a", '{"skipped":1}']);
    for (const line of ["b", "c", "d"]) log.append(line);
    expect(readAll(log).lines).toEqual(["a", '{"skipped":1}', "b", "c", "d"]);
  });

  it("tells a reader that was overtaken what it missed", () => {
    const log = filled(createFrameLog({ ...ALL, lines: 5 }), 0, 12);
    const { next } = readAll(log);
    filled(log, 12, 6);
    expect(readAll(log, next).lines).toEqual(['{"skipped":1}', "13", "14", "15", "16", "17"]);
  });

  it("hands out much in pieces", () => {
    const log = createFrameLog(ALL);
    for (let index = 0; index < 40; index += 1) log.append("x".repeat(100_000));
    const piece = log.read(0);
    expect(piece.text.length).toBeLessThan(400_000);
    expect(readAll(log).lines).toHaveLength(40);
  });
});
