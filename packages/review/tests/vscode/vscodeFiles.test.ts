import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toContentId } from "@acp-store/client/node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { FileMode, Files } from "../../src/files.js";
import { nodeFiles } from "../../src/node/nodeFiles.js";
import { vscodeFiles } from "../../src/vscode/index.js";
import { writeFiles } from "../support/folders.js";
import { type MemoryDocument, MemoryEditor } from "../support/memoryEditor.js";
import { createTemporaryFolder } from "../support/temporaryFolder.js";

const MARK = "\uFEFF";

interface OpenFile {
  readonly editor: MemoryEditor;
  readonly document: MemoryDocument;
  readonly files: Required<Files>;
  readonly path: string;
  read(): Promise<string | undefined>;
  /** Replaces what was read last, or an expected text. */
  replace(text: string | null, expected?: string, mode?: FileMode): Promise<boolean>;
  onDisk(): string;
}

/** Opens a file in a window with an editor for each cursor. */
async function openFile(
  text: string,
  cursors: readonly number[] = [0],
  encoding = "utf8",
): Promise<OpenFile> {
  const folder = await createTemporaryFolder();
  writeFiles(folder, { "a.txt": text });
  const editor = new MemoryEditor(folder);
  const document = editor.open("a.txt", cursors, encoding);
  const files = vscodeFiles(editor)(nodeFiles(folder), [folder]);
  const path = join(folder, "a.txt");
  let seen: Uint8Array | null = null;
  return {
    ...{ editor, document, files, path },
    async read() {
      const content = await files.read("a.txt");
      seen = content?.bytes ?? null;
      return content === null ? undefined : Buffer.from(content.bytes).toString();
    },
    replace: (next, expected, mode = "regular") =>
      files.replace({
        path: "a.txt",
        content: next === null ? null : { bytes: Buffer.from(next), mode },
        expected: toContentId(expected === undefined ? seen : Buffer.from(expected)),
      }),
    onDisk: () => readFileSync(path, "utf8"),
  };
}

describe("an editor with unsaved text", () => {
  it("has the current content, with the mode of the file", async () => {
    const { document, files, read, path } = await openFile("one\n");
    chmodSync(path, 0o755);
    document.type("one", "typed");
    expect(await read()).toBe("typed\n");
    expect(await files.read("a.txt")).toMatchObject({ mode: "executable" });
    expect(files.isUnsaved("a.txt")).toBe(true);
  });

  it("gets the new text, stays unsaved, keeps its cursors and undoes the change", async () => {
    const text = "one\ntwo\nthree\nfour\nfive\n";
    const cursors = [text.indexOf("ee"), text.indexOf("ve")];
    const { document, read, replace, onDisk } = await openFile(text, cursors);
    document.type("one", "typed");
    await read();
    expect(await replace("typed\n2\nmore\nthree\nfour\nfive\nsix\n")).toBe(true);
    expect(document.getText()).toBe("typed\n2\nmore\nthree\nfour\nfive\nsix\n");
    expect(document.cursors.map((cursor) => document.getText().slice(cursor, cursor + 2))).toEqual([
      "ee",
      "ve",
    ]);
    expect(document.isDirty).toBe(true);
    expect(onDisk()).toBe(text);
    document.undo();
    expect(document.getText()).toBe("typed\ntwo\nthree\nfour\nfive\n");
  });

  it("is left alone if the user types between the look at it and the replacement", async () => {
    const { document, read, replace, onDisk } = await openFile("one\n");
    document.type("one", "typed");
    await read();
    document.type("typed", "typed more");
    expect(await replace("replaced\n")).toBe(false);
    expect(document.getText()).toBe("typed more\n");
    expect(onDisk()).toBe("one\n");
  });

  it("is left alone if the user types while VS Code receives the edit", async () => {
    const { editor, document, read, replace } = await openFile("one\n");
    document.type("one", "typed");
    await read();
    editor.beforeApply = () => document.type("typed", "typed more");
    expect(await replace("replaced\n")).toBe(false);
    expect(document.getText()).toBe("typed more\n");
  });

  it("keeps its text if the new content is not the expected one any longer on disk", async () => {
    const { document, replace } = await openFile("one\n");
    document.type("one", "typed");
    expect(await replace("replaced\n", "one\n")).toBe(false);
    expect(document.getText()).toBe("typed\n");
  });

  it("keeps its line breaks, and takes those of the new text", async () => {
    const { document, read, replace } = await openFile("one\r\ntwo\r\nthree\r\n");
    document.type("one", "typed");
    expect(await read()).toBe("typed\r\ntwo\r\nthree\r\n");
    expect(await replace("typed\r\n2\r\nthree\r\n")).toBe(true);
    expect(await read()).toBe("typed\r\n2\r\nthree\r\n");
    expect(await replace("typed\n2\n3\n")).toBe(true);
    expect(await read()).toBe("typed\n2\n3\n");
  });

  it("keeps the byte order mark that VS Code hides", async () => {
    const { document, read, replace, onDisk } = await openFile(`${MARK}one\n`, [0], "utf8bom");
    document.type("one", "typed");
    expect(await read()).toBe(`${MARK}typed\n`);
    expect(await replace(`${MARK}replaced\n`)).toBe(true);
    expect(document.getText()).toBe("replaced\n");
    document.save();
    expect(onDisk()).toBe(`${MARK}replaced\n`);
  });

  it.each([
    ["the removal of the file", null, "regular"],
    ["another mode", "typed\n", "executable"],
    ["a mixture of line breaks", "a\r\nb\n", "regular"],
    ["a byte order mark", `${MARK}typed\n`, "regular"],
  ] as const)("refuses %s", async (_name, next, mode) => {
    const { document, read, replace, onDisk } = await openFile("one\n");
    document.type("one", "typed");
    await read();
    await expect(replace(next, undefined, mode)).rejects.toThrow("has unsaved changes");
    expect(document.getText()).toBe("typed\n");
    expect(onDisk()).toBe("one\n");
  });

  it("keeps its text if another program removes the file", async () => {
    const { document, path, read, replace, onDisk } = await openFile("one\n");
    document.type("one", "typed");
    rmSync(path);
    expect(await read()).toBeUndefined();
    expect(await replace("again\n")).toBe(true);
    expect(onDisk()).toBe("again\n");
    expect(document.getText()).toBe("typed\n");
  });

  it("does not stand for a link that replaces the file", async () => {
    const { document, path, files } = await openFile("one\n");
    document.type("one", "typed");
    rmSync(path);
    symlinkSync("b.txt", path);
    expect(await files.read("a.txt")).toMatchObject({ mode: "link" });
  });

  it("counts no longer when it is closed", async () => {
    const { editor, document, files, read } = await openFile("one\n");
    document.type("one", "typed");
    editor.close(document);
    expect(await read()).toBe("one\n");
    expect(files.isUnsaved("a.txt")).toBe(false);
  });

  it("does not count if its encoding is not UTF-8", async () => {
    const { document, files, read } = await openFile("one\n", [0], "windows1252");
    document.type("one", "typed");
    expect(await read()).toBe("one\n");
    expect(files.isUnsaved("a.txt")).toBe(false);
  });
});

describe("a saved editor", () => {
  it("follows its file, which is read and replaced on disk to the byte", async () => {
    const { document, path, read, replace, onDisk } = await openFile("one\r\ntwo\n");
    expect(await read()).toBe("one\r\ntwo\n");
    writeFileSync(path, "by an agent\r\ntwo\n");
    expect(await read()).toBe("by an agent\r\ntwo\n");
    expect(await replace("one\r\ntwo\n")).toBe(true);
    expect(onDisk()).toBe("one\r\ntwo\n");
    document.followDisk();
    expect(document.isDirty).toBe(false);
  });
});

describe("watch", () => {
  /** Collects the reports about the file. */
  async function watchFile() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const opened = await openFile("one\n");
    const reports: (readonly [paths: readonly string[], by?: "user" | undefined])[] = [];
    const onDisk = { ...nodeFiles(opened.editor.folder), watch: () => () => {} };
    const files = vscodeFiles(opened.editor)(onDisk, [opened.editor.folder]);
    const stop = files.watch((...report) => reports.push(report));
    onTestFinished(stop);
    return { ...opened, reports, stop };
  }

  it("reports what the user types, and its save or its end at once", async () => {
    const { document, reports } = await watchFile();
    document.type("one", "typed");
    document.type("typed", "typed more");
    expect(reports).toEqual([]);
    vi.runAllTimers();
    expect(reports).toEqual([[["a.txt"], "user"]]);
    document.save();
    expect(reports).toHaveLength(2);
    document.type("typed more", "more");
    document.undo();
    vi.runAllTimers();
    expect(reports.slice(2)).toEqual([[["a.txt"], "user"]]);
    document.save();
    document.type("typed more", "again");
    reports.length = 0;
    document.discard();
    expect(reports).toEqual([[["a.txt"], "user"]]);
  });

  it.each(["follows its file", "gives its unsaved text up for that of the file"])(
    "does not say that the user has made a change of another program when the editor %s",
    async (how) => {
      const { document, path, reports } = await watchFile();
      if (how !== "follows its file") document.type("one", "typed");
      vi.runAllTimers();
      reports.length = 0;
      writeFileSync(path, "by an agent\n");
      if (document.isDirty) document.revert();
      else document.followDisk();
      vi.runAllTimers();
      expect(reports).toEqual([[["a.txt"], undefined]]);
    },
  );

  it("reports nothing after it was stopped, and nothing about other folders", async () => {
    const { editor, document, reports, stop } = await watchFile();
    const other = new MemoryEditor(await createTemporaryFolder());
    writeFiles(other.folder, { "b.txt": "" });
    editor.open(join("..", other.folder.split("/").at(-1) ?? "", "b.txt")).edit([], 2);
    document.type("one", "typed");
    reports.length = 0;
    stop();
    document.type("typed", "typed more");
    vi.runAllTimers();
    expect(reports).toEqual([]);
  });
});
