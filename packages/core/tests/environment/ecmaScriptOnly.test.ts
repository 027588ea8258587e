import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ALL_RECORDINGS, recordedFrames } from "../support/recordings.js";
import { bundleProgram, runInEcmaScript } from "./support.js";
import * as program from "./program.js";

/** Frames whose terminal output is split within characters, and has malformed bytes. */
const TERMINAL_FRAMES = [
  [0x41, 0xe2, 0x82],
  [0xac, 0xf0, 0x9f, 0x98],
  [0x80, 0xff, 0xc3],
  [0x28, 0xed, 0xa0, 0x80, 0x0a],
].map((bytes) => ({
  dir: "recv",
  msg: {
    jsonrpc: "2.0",
    method: "session/update",
    params: {
      sessionId: "s1",
      update: {
        sessionUpdate: "terminal_output_chunk",
        terminalId: "t1",
        data: Buffer.from(bytes).toString("base64"),
      },
    },
  },
}));
const INITIALIZED_2 = [
  { dir: "sent", msg: { jsonrpc: "2.0", id: 0, method: "initialize", params: {} } },
  { dir: "recv", msg: { jsonrpc: "2.0", id: 0, result: { protocolVersion: 2 } } },
];

describe.each(["development", "production"] as const)(
  "where only ECMAScript exists, in %s",
  (env) => {
    let evaluate: (expression: string) => unknown;
    beforeAll(async () => {
      evaluate = runInEcmaScript(await bundleProgram(join(import.meta.dirname, "program.ts"), env));
    });

    /** Returns the states that frames lead to in the context, and in Node. */
    const play = (frames: readonly object[]): readonly unknown[] => {
      const json = JSON.stringify(frames);
      evaluate("allowRandomness()");
      const states = [evaluate(`program.play(${JSON.stringify(json)})`), program.play(json)];
      return states.map((state) => JSON.parse(String(state)) as unknown);
    };

    it("leads recordings to the same states as in Node", () => {
      for (const name of ALL_RECORDINGS.filter((recording) => recording.includes("basic"))) {
        const [state, expected] = play(recordedFrames(name));
        expect(state).toEqual(expected);
      }
    });

    it("decodes terminal output", () => {
      const [state, expected] = play([...INITIALIZED_2, ...TERMINAL_FRAMES]);
      expect(state).toEqual(expected);
      expect(JSON.stringify(state)).toContain("A€😀\ufffd\ufffd(");
    });

    it("creates stores and everything around them without randomness or a clock", () => {
      evaluate("forbidRandomness()");
      expect(() => evaluate("program.createAll()")).not.toThrow();
      expect(() => evaluate("program.createIds(1)")).toThrow("This may not be random.");
    });

    it("creates ids that differ between stores of the same moment", () => {
      evaluate("allowRandomness()");
      const ids = JSON.parse(String(evaluate("program.createIds(1000)"))) as string[];
      expect(new Set(ids).size).toBe(1000);
      for (const id of ids) expect(id).toMatch(/^turn-[0-9a-z]{12,}-1$/);
    });

    it("calls listeners with a promise, and rejects the scheduler that needs timers", async () => {
      evaluate("allowRandomness()");
      expect(await evaluate("program.listen()")).toBe("0 pending");
      expect(evaluate('program.reasonOf("microtask")')).toBeUndefined();
      expect(evaluate('program.reasonOf("frame")')).toBe("no_timers");
    });
  },
);
