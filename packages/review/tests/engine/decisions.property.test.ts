import type { AcpStorage } from "@acp-store/persist";
import { memoryStorage } from "@acp-store/persist";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OpenEngine, openEngine } from "../support/openEngine.js";
import type { AgentOrigin } from "../../src/model/origin.js";
import { textVersion } from "../../src/model/version.js";
import { applyLineEdits, type LineEdit, lineEdits } from "../support/lineEdits.js";
import { Crash, memoryBlobs, MemoryFiles } from "../support/memoryFiles.js";

const PATHS = ["a.txt", "b.txt", "new.txt", "data.bin"];
const START: Readonly<Record<string, string>> = {
  "a.txt": "\uFEFFone\r\ntwo\r\nthree\r\nfour\nfive\nsix\nseven\neight",
  "b.txt": "x\nx\ny\nx\n\nx\ny\n}\n}\n",
  "data.bin": "\0\u0001\u0002\0",
};

const CALL: AgentOrigin = {
  ...{ agentId: "", sessionId: "s1", turnId: "t1", toolCallId: "c1" },
  evidence: "diff",
};

const KINDS = [
  "agentWrites",
  "agentEdits",
  "agentDeletes",
  "userEdits",
  "userDeletes",
  "keepHunk",
  "rejectHunk",
  "keepFile",
  "rejectFile",
  "keepAll",
  "rejectAll",
  "undo",
  "redo",
  "reload",
  "crash",
  "race",
] as const;

interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly path: string;
  readonly edits: readonly LineEdit[];
  readonly pick: number;
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    path: fc.constantFrom(...PATHS),
    edits: lineEdits,
    pick: fc.nat(60),
  }) satisfies fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 20 },
);

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const userLinesOf = (text: string | undefined): readonly string[] => text?.match(/U\d+\./g) ?? [];

/** A storage that ends the process before one of its next writes. */
function crashingStorage(storage: AcpStorage) {
  let writesLeft = Infinity;
  const count = (): void => {
    if (writesLeft-- <= 0) throw new Crash();
  };
  return {
    crashAfter: (writes: number) => void (writesLeft = writes),
    storage: {
      ...storage,
      async write(write) {
        count();
        await storage.write(write);
      },
      async remove(id) {
        count();
        await storage.remove(id);
      },
    } satisfies AcpStorage,
  };
}

async function run(all: readonly Step[]): Promise<void> {
  const files = new MemoryFiles();
  for (const [path, text] of Object.entries(START))
    files.set(path, { bytes: encoder.encode(text), mode: "regular" });
  const blobs = memoryBlobs();
  const { storage, crashAfter } = crashingStorage(memoryStorage());
  const open = (): Promise<OpenEngine> =>
    openEngine({ files, blobs, storage, unreportedBy: () => "user", now: () => 1 });
  let review = await open();
  let lines = 0;
  const numberLine = (): number => ++lines;
  /** The number of the last line when an action was carried out, undone or repeated. */
  const lastLines = new Map<string, number>();
  /** The user's lines that nobody was told to remove, by path. */
  const live = new Map<string, string>();

  const diskText = (path: string): string | undefined => {
    const content = files.contents.get(path);
    return content && decoder.decode(content.bytes);
  };
  const versionOnDisk = (path: string) => {
    const text = diskText(path);
    if (text === undefined) return null;
    return textVersion(text);
  };
  const write = (path: string, text: string | undefined): void =>
    files.set(path, text === undefined ? null : { bytes: encoder.encode(text), mode: "regular" });
  const disk = (): string => JSON.stringify(PATHS.map((path) => [path, diskText(path)]));
  /** The rows without the counters that grow with each change. */
  const rows = (): string =>
    JSON.stringify(
      [...review.getState().files.values()]
        .map((file) => ({ ...file, revision: 0 }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    );
  const baseText = async (path: string): Promise<string | undefined> => {
    const id = review.getState().files.get(path)?.base;
    const bytes = id === undefined || id === "absent" ? undefined : await blobs.get(id);
    return bytes && decoder.decode(bytes);
  };

  function noteUserEdit(path: string, before: string | undefined, after: string | undefined): void {
    for (const line of userLinesOf(before))
      if (!userLinesOf(after).includes(line)) live.delete(line);
    for (const line of userLinesOf(after))
      if (!userLinesOf(before).includes(line)) live.set(line, path);
  }

  /** Forgets lines that a decision removes from the disk or the base. */
  async function decided(path: string, decide: () => Promise<unknown>): Promise<void> {
    const before = [...userLinesOf(diskText(path)), ...userLinesOf(await baseText(path))];
    await decide();
    const after = new Set([...userLinesOf(diskText(path)), ...userLinesOf(await baseText(path))]);
    for (const line of before) if (!after.has(line)) live.delete(line);
  }

  async function expectUndone(decide: () => Promise<unknown>, pick: number): Promise<void> {
    const [diskBefore, rowsBefore, count] = [disk(), rows(), review.getState().undo.length];
    await decide();
    if (pick % 2 === 0 || review.getState().undo.length === count) return;
    const [diskAfter, rowsAfter] = [disk(), rows()];
    await review.undo();
    expect([disk(), rows()]).toEqual([diskBefore, rowsBefore]);
    await review.redo();
    expect([disk(), rows()]).toEqual([diskAfter, rowsAfter]);
  }

  for (const { kind, path, edits, pick } of all) {
    for (const { actionId } of [...review.getState().undo, ...review.getState().redo])
      if (!lastLines.has(actionId)) lastLines.set(actionId, lines);
    const before = diskText(path);
    const isBinary = path === "data.bin";
    switch (kind) {
      case "agentWrites":
        await review.agentWrites(path, applyLineEdits(before, edits, "A", numberLine), CALL);
        break;
      case "agentEdits":
      case "agentDeletes": {
        const version = versionOnDisk(path);
        await review.look([path]);
        write(
          path,
          kind === "agentDeletes" ? undefined : applyLineEdits(before, edits, "A", numberLine),
        );
        if (!isBinary) await review.agentEdited(path, CALL, version);
        break;
      }
      case "userEdits":
      case "userDeletes": {
        if (isBinary) break;
        const after =
          kind === "userEdits" ? applyLineEdits(before, edits, "U", numberLine) : undefined;
        noteUserEdit(path, before, after);
        if (after === undefined) for (const [line, of] of live) if (of === path) live.delete(line);
        write(path, after);
        break;
      }
      case "keepHunk":
      case "rejectHunk": {
        await review.look();
        const file = review.getState().files.get(path);
        const hunk = file?.hunks[pick % Math.max(file.hunks.length, 1)];
        if (hunk === undefined) break;
        const target = { path, hunkId: hunk.hunkId };
        const writes = files.writes;
        if (kind === "keepHunk") {
          await decided(path, () => expectUndone(() => review.keep(target), 0));
          expect(files.writes).toBe(writes);
        } else
          await decided(path, () =>
            expectUndone(() => review.reject(target, { include: ["user", "unknown"] }), pick),
          );
        break;
      }
      case "keepFile": {
        await review.look();
        const writes = files.writes;
        await decided(path, () => expectUndone(() => review.keep({ path }), pick));
        expect(files.writes).toBe(writes);
        break;
      }
      case "rejectFile": {
        await review.look();
        await decided(path, () => expectUndone(() => review.reject({ path }), pick));
        break;
      }
      case "keepAll":
      case "rejectAll": {
        await review.look();
        const decide = (): Promise<unknown> =>
          kind === "keepAll" ? review.keep("all") : review.reject("all");
        const onDisk = new Map(PATHS.map((each) => [each, userLinesOf(diskText(each))]));
        await expectUndone(decide, pick);
        if (kind === "rejectAll")
          // Lines of the user are protected, so they are still on disk.
          for (const [line, of] of live)
            if (onDisk.get(of)?.includes(line)) expect(userLinesOf(diskText(of))).toContain(line);
        for (const [line, of] of live)
          if (![...userLinesOf(diskText(of)), ...userLinesOf(await baseText(of))].includes(line))
            live.delete(line);
        break;
      }
      case "undo":
      case "redo": {
        await review.look();
        const { actionId = "", paths = [] } = review.getState()[kind].at(-1) ?? {};
        const lastLine = lastLines.get(actionId) ?? 0;
        const isLater = (line: string): boolean => Number(line.slice(1, -1)) > lastLine;
        const was = new Map<string, readonly string[]>();
        for (const each of paths)
          was.set(each, [...userLinesOf(diskText(each)), ...userLinesOf(await baseText(each))]);
        await review[kind]();
        lastLines.set(actionId, lines);
        for (const [each, all] of was) {
          const now = [...userLinesOf(diskText(each)), ...userLinesOf(await baseText(each))];
          const gone = all.filter((line) => !now.includes(line));
          expect(gone.filter(isLater)).toEqual([]);
          for (const line of gone) live.delete(line);
        }
        break;
      }
      case "reload": {
        await review.look();
        const saved = [rows(), JSON.stringify(review.getState().undo)];
        review = await open();
        expect([rows(), JSON.stringify(review.getState().undo)]).toEqual(saved);
        break;
      }
      case "crash": {
        await review.look();
        const [diskBefore, rowsBefore] = [disk(), rows()];
        const undos = review.getState().undo.length;
        if (pick % 3 === 0) files.crash(pick % 2 === 0 ? "before" : "after");
        else crashAfter(Math.floor(pick / 3) % 5);
        await review.reject({ path }).catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error;
        });
        crashAfter(Infinity);
        files.crash(undefined);
        review = await open();
        // The decision is done and can be undone, or it is not done.
        if (disk() === diskBefore) expect(rows()).toBe(rowsBefore);
        else {
          expect(review.getState().undo.length).toBeGreaterThan(Math.min(undos, 99));
          await review.undo();
          expect(disk()).toBe(diskBefore);
        }
        break;
      }
      case "race": {
        if (isBinary) break;
        await review.look();
        files.beforeReplace = () => {
          const text = diskText(path);
          const after = applyLineEdits(text, edits, "U", numberLine);
          noteUserEdit(path, text, after);
          write(path, after);
        };
        await review.reject({ path });
        files.beforeReplace = undefined;
      }
    }
    await review.look();
    const lost: string[] = [];
    for (const [line, of] of live)
      if (![...userLinesOf(diskText(of)), ...userLinesOf(await baseText(of))].includes(line))
        lost.push(line);
    expect(lost).toEqual([]);
  }

  // Rejecting everything gives the base, byte for byte.
  const bases = new Map<string, string | undefined>();
  for (const path of review.getState().files.keys()) bases.set(path, await baseText(path));
  await review.reject("all", { include: ["user", "unknown"] });
  for (const [path, text] of bases) expect(diskText(path)).toBe(text);
  expect(review.getState().files.size).toBe(0);
}

describe("a review of a folder", () => {
  it("loses no line of the user and no decision, in any order of edits, decisions, crashes and races", async () => {
    const numRuns = Number(process.env["ACP_RUNS"] ?? 5000);
    await expect(fc.assert(fc.asyncProperty(steps, run), { numRuns })).resolves.toBeUndefined();
  });
});
