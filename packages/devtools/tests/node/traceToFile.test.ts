import { parseTrace } from "@acp-store/devtools";
import { traceToFile } from "@acp-store/devtools/node";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fedWith, plain, said, steadyStore, wrote } from "../support/frames.js";
import { recordedFrames } from "../../../core/tests/support/recordings.js";

let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "acp-trace-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("traceToFile", () => {
  it("writes every message before close resolves", async () => {
    const path = join(folder, "session.jsonl");
    const frames = recordedFrames("claude-huge");
    const store = steadyStore();
    const trace = traceToFile(store, path);
    for (const frame of frames) store.observe(frame);
    await trace.close();
    const written = parseTrace(readFileSync(path, "utf8"));
    expect(written.problems).toEqual([]);
    expect(written.frames.map(({ msg }) => msg)).toEqual(frames.map(({ msg }) => msg));
    expect(fedWith(written.frames).getState().sessions.size).toBe(store.getState().sessions.size);
  });

  it("writes lines of stderr", async () => {
    const path = join(folder, "session.jsonl");
    const store = steadyStore();
    const trace = traceToFile(store, path);
    store.observe(wrote("[timing] model 3.2 s", 12));
    await trace.close();
    expect(readFileSync(path, "utf8")).toBe(
      '{"t":0,"dir":"stderr","msg":"[timing] model 3.2 s"}\n',
    );
  });

  it("writes messages in order while the store receives more", async () => {
    const path = join(folder, "session.jsonl");
    const store = steadyStore();
    const trace = traceToFile(store, path);
    const words = Array.from({ length: 500 }, (_, index) => `${index}`);
    for (const [index, word] of words.entries()) {
      store.observe(said(word));
      // Gives the file time to be written.
      if (index % 50 === 0) await new Promise<void>((resolve) => void setImmediate(resolve));
    }
    await trace.close();
    const { frames } = parseTrace(readFileSync(path, "utf8"));
    expect(frames).toHaveLength(500);
    expect(plain(fedWith(frames.map(({ dir, msg }) => ({ dir, msg }))).getState())).toEqual(
      plain(fedWith(words.map(said)).getState()),
    );
  });

  it("appends to an existing file", async () => {
    const path = join(folder, "session.jsonl");
    writeFileSync(path, '{"t":0,"dir":"sent","msg":1}\n');
    const store = steadyStore();
    const trace = traceToFile(store, path);
    store.observe(said("more"));
    await trace.close();
    expect(parseTrace(readFileSync(path, "utf8")).frames).toHaveLength(2);
  });

  it("ignores messages after close, and allows a second close", async () => {
    const path = join(folder, "session.jsonl");
    const store = steadyStore();
    const trace = traceToFile(store, path);
    await trace.close();
    store.observe(said("late"));
    await trace.close();
    expect(readFileSync(path, "utf8")).toBe("");
  });

  it("rejects close if the file cannot be written, without affecting the store", async () => {
    const store = steadyStore();
    const trace = traceToFile(store, join(folder, "no such folder", "session.jsonl"));
    for (const word of ["a", "b"]) expect(store.observe(said(word)).accepted).toBe(true);
    await expect(trace.close()).rejects.toMatchObject({ code: "ENOENT" });
    expect(store.observe(said("c")).accepted).toBe(true);
  });
});
