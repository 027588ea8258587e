import { memoryStorage } from "@acp-store/persist";
import { describe, expect, it } from "vitest";
import { type OpenEngine, openEngine } from "../support/openEngine.js";
import type { FileContent } from "../../src/files.js";
import type { AgentOrigin } from "../../src/model/origin.js";
import { textVersion } from "../../src/model/version.js";
import { contentIdOf, memoryBlobs, MemoryFiles } from "../support/memoryFiles.js";

const CALL: AgentOrigin = { agentId: "", sessionId: "s1", toolCallId: "c1", evidence: "diff" };
const NUMBERS = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);
const encoder = new TextEncoder();

interface ReviewSetup {
  readonly review: OpenEngine;
  readonly files: MemoryFiles;
  readonly text: (path: string) => string | undefined;
  readonly write: (path: string, text: string | null, mode?: FileContent["mode"]) => void;
  readonly reopen: () => Promise<OpenEngine>;
  /** Writes a text as the agent does, and reports it. */
  readonly agentEdits: (path: string, text: string | null) => Promise<void>;
}

async function setUp(
  start: Readonly<Record<string, string>>,
  unreportedBy: () => "user" | "unknown" = () => "user",
): Promise<ReviewSetup> {
  const files = new MemoryFiles();
  const [blobs, storage] = [memoryBlobs(), memoryStorage()];
  const open = (): Promise<OpenEngine> =>
    openEngine({ files, blobs, storage, unreportedBy, now: () => 5 });
  const text = (path: string): string | undefined => {
    const content = files.contents.get(path);
    return content && new TextDecoder("utf-8", { ignoreBOM: true }).decode(content.bytes);
  };
  const write: ReviewSetup["write"] = (path, next, mode = "regular") =>
    files.set(path, next === null ? null : { bytes: encoder.encode(next), mode });
  for (const [path, content] of Object.entries(start)) write(path, content);
  const review = await open();
  return {
    ...{ review, files, text, write },
    reopen: open,
    async agentEdits(path, next) {
      const before = text(path);
      write(path, next);
      const version = before === undefined ? null : textVersion(before);
      await review.agentEdited(path, CALL, version);
    },
  };
}

function replaceLine(lines: readonly string[], index: number, line: string): string {
  return lines.with(index, line).join("");
}

function fileOf(review: OpenEngine, path: string) {
  const file = review.getState().files.get(path);
  if (file === undefined) throw new Error(`There is nothing to decide in "${path}".`);
  return file;
}

describe("an edit of an agent", () => {
  it("is shown as hunks with their author, until each is decided", async () => {
    const { review, text, agentEdits, files } = await setUp({ "a.ts": NUMBERS.join("") });
    const next = NUMBERS.with(2, "two\n").toSpliced(10, 0, "new\n").join("");
    await agentEdits("a.ts", next);
    const file = fileOf(review, "a.ts");
    expect(file).toMatchObject({
      ...{ path: "a.ts", kind: "text", change: "modify", added: 2, removed: 1 },
      base: contentIdOf(encoder.encode(NUMBERS.join(""))),
      current: contentIdOf(encoder.encode(next)),
      hunks: [
        { base: [2, 3], current: [2, 3], protected: false, origins: [{ lines: [2, 3], by: CALL }] },
        { base: [10, 10], current: [10, 11], protected: false },
      ],
    });
    const [first, second] = file.hunks;
    await review.keep({ path: "a.ts", hunkId: first?.hunkId ?? "" });
    expect(fileOf(review, "a.ts").hunks.map(({ hunkId }) => hunkId)).toEqual([second?.hunkId]);
    expect(files.writes).toBe(0);
    const { outcomes } = await review.reject({ path: "a.ts", hunkId: second?.hunkId ?? "" });
    expect(outcomes.get("a.ts")).toBe("done");
    expect(text("a.ts")).toBe(replaceLine(NUMBERS, 2, "two\n"));
    expect(review.getState().files.size).toBe(0);
  });

  it.each([
    ["a new file", null, "new\n", "add"],
    ["no file", "old\n", null, "delete"],
    ["an empty file", "old\n", "", "modify"],
    ["a new empty file", null, "", "add"],
  ] as const)("is rejected as a whole if it leaves %s", async (_, before, after, change) => {
    const { review, text, agentEdits } = await setUp(before === null ? {} : { a: before });
    await agentEdits("a", after);
    expect(fileOf(review, "a").change).toBe(change);
    await review.reject("all");
    expect(text("a") ?? null).toBe(before);
  });

  it.each([
    ["the line breaks", "a\nb\n", "a\r\nb\r\n", "line-breaks"],
    ["a final line break", "a\nb", "a\nb\n", "line-breaks"],
    ["indentation", "  a\n", "\ta\n", "white-space"],
    ["a word", "a\n", "b\n", undefined],
  ] as const)(
    "says whether it is cosmetic if it changes %s",
    async (_, before, after, cosmetic) => {
      const { review, text, agentEdits } = await setUp({ a: before });
      await agentEdits("a", after);
      expect(fileOf(review, "a").hunks.map((hunk) => hunk.cosmetic)).toEqual([cosmetic]);
      await review.reject("all");
      expect(text("a")).toBe(before);
    },
  );

  it("is one hunk in a file that is not UTF-8, which is restored to the byte", async () => {
    const { review, files } = await setUp({});
    const before = Uint8Array.of(0xff, 0xfe, 0x0a, 0x41);
    files.set("a", { bytes: before, mode: "regular" });
    const content = contentIdOf(before);
    await review.look(["a"]);
    files.set("a", { bytes: Uint8Array.of(0x41, 0xff), mode: "regular" });
    await review.agentEdited("a", CALL, { kind: "whole", content, mode: "regular" });
    expect(fileOf(review, "a")).toMatchObject({ kind: "binary", hunks: [{ base: [0, 1] }] });
    await review.reject("all");
    expect(files.contents.get("a")?.bytes).toEqual(before);
  });

  it("is a hunk if only the mode differs", async () => {
    const { review, files, write } = await setUp({ "run.sh": "#!/bin/sh\n" });
    write("run.sh", "#!/bin/sh\n", "executable");
    await review.agentEdited("run.sh", CALL, textVersion("#!/bin/sh\n"));
    expect(fileOf(review, "run.sh")).toMatchObject({ change: "mode", added: 0 });
    await review.reject("all");
    expect(files.contents.get("run.sh")?.mode).toBe("regular");
    await review.undo();
    expect(files.contents.get("run.sh")?.mode).toBe("executable");
  });
});

describe("an edit of the user", () => {
  it("becomes a part of the base outside of hunks", async () => {
    const { review, text, write, agentEdits } = await setUp({ a: NUMBERS.join("") });
    await agentEdits("a", replaceLine(NUMBERS, 2, "two\n"));
    write("a", NUMBERS.with(2, "two\n").with(15, "mine\n").join(""));
    await review.look();
    expect(fileOf(review, "a").hunks).toHaveLength(1);
    await review.reject("all");
    expect(text("a")).toBe(replaceLine(NUMBERS, 15, "mine\n"));
  });

  it("protects a hunk that it is in, unless the caller includes it", async () => {
    const { review, text, write, agentEdits } = await setUp({ a: NUMBERS.join("") });
    await agentEdits("a", replaceLine(NUMBERS, 2, "one\ntwo\nthree\n"));
    write("a", replaceLine(NUMBERS, 2, "one\nmine\nthree\n"));
    await review.look();
    const [hunk] = fileOf(review, "a").hunks;
    expect(hunk?.protected).toBe(true);
    expect((await review.reject("all")).outcomes.get("a")).toBe("protected");
    expect(text("a")).toContain("mine");
    await review.reject("all", { include: ["unknown"] });
    expect(text("a")).toContain("mine");
    await review.reject("all", { include: ["user"] });
    expect(text("a")).toBe(NUMBERS.join(""));
  });

  it("comes back if an edit of the agent over it is rejected", async () => {
    const { review, text, write, agentEdits } = await setUp({ a: NUMBERS.join("") });
    await agentEdits("a", replaceLine(NUMBERS, 2, "one\ntwo\nthree\n"));
    write("a", replaceLine(NUMBERS, 2, "one\nmine\nthree\n"));
    await review.look();
    await agentEdits("a", replaceLine(NUMBERS, 2, "one\nhis\nthree\n"));
    await review.reject("all", { include: ["user"] });
    expect(text("a")).toContain("mine");
  });

  it("stays at the end of a file without a final line break", async () => {
    const { review, text, write, agentEdits } = await setUp({ a: "one\ntwo" });
    await agentEdits("a", "one\ntwo\nthree");
    write("a", "one\ntwo\nthree\nmine");
    await review.look();
    expect(fileOf(review, "a").hunks.some((hunk) => hunk.protected)).toBe(true);
    await review.reject("all", { include: ["user"] });
    expect(text("a")).toBe("one\ntwo");
  });

  it.each([
    ["adds the final line break", "one\ntwo", "one\nhis\ntwo", "one\nhis\ntwo\n", "one\ntwo\n"],
    ["converts the line breaks of a new file", null, "his\nown\n", "his\r\nown\r\n", null],
    ["adds the final line break of a new file", null, "his", "his\n", null],
  ] as const)(
    "leaves lines to their author if the editor %s",
    async (_, before, byAgent, byUser, rejected) => {
      const { review, text, write, agentEdits } = await setUp(before === null ? {} : { a: before });
      await agentEdits("a", byAgent);
      write("a", byUser);
      await review.look();
      const byOf = fileOf(review, "a").hunks.flatMap(({ origins }) => origins.map(({ by }) => by));
      expect(byOf).toEqual([CALL]);
      await review.reject("all");
      expect(text("a") ?? null).toBe(rejected);
    },
  );

  it("ends the review of a file if it restores the old text", async () => {
    const { review, write, agentEdits } = await setUp({ a: "old\n" });
    await agentEdits("a", "new\n");
    write("a", "old\n");
    await review.look();
    expect(review.getState().files.size).toBe(0);
  });
});

describe("a change that nobody reported while an agent works", () => {
  it("is unknown, and left alone unless the caller includes it", async () => {
    const { review, text, write, agentEdits } = await setUp({ a: "one\n" }, () => "unknown");
    await agentEdits("a", "one\ntwo\n");
    write("a", "one\ntwo\nthree\n");
    await review.look();
    expect(fileOf(review, "a").hunks[0]?.origins.at(-1)?.by).toBe("unknown");
    await review.reject("all");
    expect(text("a")).toBe("one\ntwo\nthree\n");
    await review.reject("all", { include: ["unknown"] });
    expect(text("a")).toBe("one\n");
  });
});

describe("undo", () => {
  it("restores the files and hunks of a decision, and redo repeats it", async () => {
    const { review, text, agentEdits } = await setUp({ a: "a\n", b: "b\n" });
    await agentEdits("a", "a2\n");
    await agentEdits("b", "b2\n");
    await agentEdits("c", "c\n");
    const hunks = (): unknown => [...review.getState().files.values()].map((file) => file.hunks);
    const before = hunks();
    const { actionId } = await review.reject("all");
    expect([text("a"), text("b"), text("c")]).toEqual(["a\n", "b\n", undefined]);
    expect(review.getState().undo).toEqual([
      { actionId, kind: "reject", paths: ["a", "b", "c"], at: 5 },
    ]);
    await review.undo(actionId);
    expect([text("a"), text("b"), text("c")]).toEqual(["a2\n", "b2\n", "c\n"]);
    expect(hunks()).toEqual(before);
    expect(review.getState()).toMatchObject({ undo: [], redo: [{ actionId }] });
    await review.redo();
    expect([text("a"), review.getState().redo]).toEqual(["a\n", []]);
  });

  it("keeps later edits, and writes nothing if they are in the same lines", async () => {
    const { review, text, write, agentEdits } = await setUp({ a: NUMBERS.join("") });
    await agentEdits("a", replaceLine(NUMBERS, 2, "two\n"));
    await review.reject("all");
    write("a", replaceLine(NUMBERS, 15, "later\n"));
    await review.undo();
    expect(text("a")).toBe(NUMBERS.with(2, "two\n").with(15, "later\n").join(""));
    await review.reject("all", { include: ["unknown"] });
    write("a", NUMBERS.with(2, "mine\n").with(15, "later\n").join(""));
    const { outcomes } = await review.undo();
    expect(outcomes.get("a")).toBe("conflict");
    expect(text("a")).toContain("mine");
  });

  it("leaves later lines of the user theirs, so that an edit of the agent over them can be rejected", async () => {
    const { review, text, write, agentEdits } = await setUp({ a: "one\ntwo\n" });
    await agentEdits("a", "one\ntwo\nthree\n");
    await review.reject("all");
    await agentEdits("a", "one\ntwo\nfour\n");
    write("a", "one\nmine\n");
    await review.look();
    await review.undo();
    expect(text("a")).toBe("one\nmine\nthree\n");
    await agentEdits("a", "one\n");
    await review.reject("all", { include: ["user", "unknown"] });
    expect(text("a")).toContain("mine\n");
  });

  it("cannot be repeated after another decision", async () => {
    const { review, agentEdits } = await setUp({ a: "a\n", b: "b\n" });
    await agentEdits("a", "a2\n");
    await agentEdits("b", "b2\n");
    await review.reject({ path: "a" });
    await review.undo();
    await review.keep({ path: "b" });
    expect(review.getState().redo).toEqual([]);
    expect((await review.redo()).outcomes.size).toBe(0);
  });

  it("still works after the review was opened again", async () => {
    const { review, text, agentEdits, reopen } = await setUp({ a: "a\n" });
    await agentEdits("a", "a2\n");
    await review.reject("all");
    const reopened = await reopen();
    await reopened.undo();
    expect(text("a")).toBe("a2\n");
    expect(fileOf(reopened, "a").hunks[0]?.origins[0]?.by).toEqual(CALL);
  });
});

describe("a decision", () => {
  it("changes only the hunks of a list, and is undone as one", async () => {
    const { review, text, agentEdits } = await setUp({ a: NUMBERS.join(""), b: NUMBERS.join("") });
    const edited = NUMBERS.with(2, "two\n").with(10, "ten\n").join("");
    await agentEdits("a", edited);
    await agentEdits("b", edited);
    const refs = ["a", "b"].flatMap((path) => {
      const { hunks, revision } = fileOf(review, path);
      return hunks.map(({ hunkId }) => ({ path, hunkId, revision }));
    });
    const { outcomes } = await review.reject({ hunks: refs.slice(1) });
    expect([...outcomes]).toEqual([
      ["a", "done"],
      ["b", "done"],
    ]);
    expect(text("a")).toBe(replaceLine(NUMBERS, 2, "two\n"));
    expect(text("b")).toBe(NUMBERS.join(""));
    await review.undo();
    expect([text("a"), text("b")]).toEqual([edited, edited]);
    const outdated = refs.map((ref) => ({ ...ref, revision: -1 }));
    expect((await review.keep({ hunks: outdated })).outcomes.get("a")).toBe("changed");
    await review.keep({ hunks: refs.map(({ path, hunkId }) => ({ path, hunkId })) });
    expect(review.getState().files.size).toBe(0);
  });

  it("writes nothing if the hunk or the file is not what the caller saw", async () => {
    const { review, text, write, agentEdits } = await setUp({ a: NUMBERS.join("") });
    await agentEdits("a", replaceLine(NUMBERS, 2, "two\n"));
    const { revision, hunks } = fileOf(review, "a");
    const target = { path: "a", hunkId: hunks[0]?.hunkId ?? "", revision };
    write("a", NUMBERS.with(2, "two\n").with(15, "mine\n").join(""));
    expect((await review.reject(target)).outcomes.get("a")).toBe("changed");
    expect((await review.reject({ path: "a", hunkId: "unknown" })).outcomes.get("a")).toBe(
      "changed",
    );
    expect(text("a")).toContain("two");
  });

  it("is tried again if another program writes meanwhile, and gives up if it does not stop", async () => {
    const { review, files, text, write, agentEdits } = await setUp({ a: NUMBERS.join("") });
    await agentEdits("a", replaceLine(NUMBERS, 2, "two\n"));
    const race = (line: string): void => write("a", (text("a") ?? "") + line);
    files.beforeReplace = () => race("once\n");
    expect((await review.reject("all")).outcomes.get("a")).toBe("done");
    expect(text("a")).toBe(`${NUMBERS.join("")}once\n`);
    await review.undo();
    const writeAlways = (): void => {
      race("x\n");
      files.beforeReplace = writeAlways;
    };
    files.beforeReplace = writeAlways;
    expect((await review.reject("all", { include: ["unknown"] })).outcomes.get("a")).toBe(
      "changed",
    );
    expect(text("a")).toContain("two\n");
  });

  it("reviews what an agent writes through it, and keeps the executable bit", async () => {
    const { review, files, write } = await setUp({});
    write("run.sh", "old\n", "executable");
    await review.agentWrites("run.sh", "new\n", { ...CALL, evidence: "fs" });
    expect(files.contents.get("run.sh")?.mode).toBe("executable");
    expect(fileOf(review, "run.sh").hunks[0]?.origins[0]?.by).toMatchObject({ evidence: "fs" });
  });
});

describe("a damaged storage", () => {
  it("loses only the damaged changes", async () => {
    const [files, blobs, storage] = [new MemoryFiles(), memoryBlobs(), memoryStorage()];
    const options = { files, blobs, storage, unreportedBy: () => "user" as const, now: () => 1 };
    const review = await openEngine(options);
    for (const path of ["a", "b"]) {
      files.set(path, { bytes: encoder.encode("new\n"), mode: "regular" });
      await review.agentEdited(path, CALL, textVersion("old\n"));
    }
    await storage.write({ id: "review", epoch: 1, append: "not JSON" });
    await storage.write({ id: "review", epoch: 1, append: '{"type":"file","path":"b","file":7}' });
    await storage.write({ id: "review", epoch: 1, append: '{"type":"later"}' });
    expect([...(await openEngine(options)).getState().files.keys()]).toEqual(["a", "b"]);
    // The contents of the bases are gone.
    await blobs.prune(new Set([contentIdOf(encoder.encode("new\n"))]));
    const reopened = await openEngine(options);
    expect([...reopened.getState().files.keys()]).toEqual([]);
    files.set("c", { bytes: encoder.encode("new\n"), mode: "regular" });
    await reopened.agentEdited("c", CALL, null);
    expect([...reopened.getState().files.keys()]).toEqual(["c"]);
  });

  it("finds changes again whose positions do not fit, and protects them", async () => {
    const [files, blobs, storage] = [new MemoryFiles(), memoryBlobs(), memoryStorage()];
    const options = { files, blobs, storage, unreportedBy: () => "user" as const, now: () => 1 };
    const review = await openEngine(options);
    files.set("a", { bytes: encoder.encode("one\ntwo\n"), mode: "regular" });
    await review.agentEdited("a", CALL, textVersion("one\n"));
    const [change = ""] = (await storage.read("review"))?.journal ?? [];
    expect(change).toContain("[1,1,1,2]");
    const damaged = change.replace("[1,1,1,2]", "[1,1,1,900]");
    await storage.write({ id: "review", epoch: 1, append: damaged });
    const reopened = await openEngine(options);
    expect(reopened.getState().files.get("a")?.hunks).toMatchObject([
      { base: [1, 1], current: [1, 2], protected: true },
    ]);
  });
});
