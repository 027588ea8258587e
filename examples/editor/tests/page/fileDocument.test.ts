import { describe, expect, it } from "vitest";
import { createFileDocument, type FileDocument } from "../../src/workbench/fileDocument.js";
import { createMemoryFiles, type MemoryFiles } from "../support/memoryFiles.js";

const PATH = "src/app.ts";

async function open(text: string): Promise<{ files: MemoryFiles; document: FileDocument }> {
  const files = createMemoryFiles({ [PATH]: text });
  const document = createFileDocument({ files, folder: "/work", path: PATH, extensions: [] });
  await document.load();
  return { files, document };
}

const textOf = ({ getEditorState }: FileDocument): string | undefined =>
  getEditorState()?.doc.toString();

const type = (document: FileDocument, insert: string): void =>
  document.dispatch({ changes: { from: 0, insert }, selection: { anchor: insert.length } });

describe("a document", () => {
  it("has the text of the file, and no unsaved edits", async () => {
    const { document } = await open("a\nb\n");
    expect(textOf(document)).toBe("a\nb\n");
    expect(document.store.getState()).toMatchObject({ status: "ready", isDirty: false });
  });

  it("fails with the reason if the file cannot be read, and loads it when it is there", async () => {
    const files = createMemoryFiles({});
    const document = createFileDocument({ files, folder: "/work", path: PATH, extensions: [] });
    await document.load();
    expect(document.store.getState()).toMatchObject({
      status: "failed",
      error: `There is no file "${PATH}".`,
    });
    files.set(PATH, "new");
    await document.checkDisk();
    expect(textOf(document)).toBe("new");
    expect(document.store.getState()).toMatchObject({ status: "ready", error: undefined });
  });

  it("is dirty while its text differs from the file", async () => {
    const { document } = await open("a");
    const states: boolean[] = [];
    document.store.subscribe(({ isDirty }) => states.push(isDirty));
    type(document, "1");
    type(document, "2");
    document.dispatch({ changes: { from: 0, to: 2 } });
    // Once for each change of the flag, not for each edit.
    expect(states).toEqual([true, false]);
  });

  it("saves its text", async () => {
    const { files, document } = await open("a");
    type(document, "1");
    expect(await document.save()).toBe(true);
    expect(files.get(PATH)).toBe("1a");
    expect(document.store.getState()).toMatchObject({ isDirty: false, isSaving: false });
  });

  it("stays dirty if the user types while it is saved", async () => {
    const { files, document } = await open("a");
    type(document, "1");
    const stop = document.store.subscribe(({ isSaving }) => {
      stop();
      if (isSaving) type(document, "2");
    });
    await document.save();
    expect(files.get(PATH)).toBe("1a");
    expect(document.store.getState().isDirty).toBe(true);
    await document.save();
    expect(files.get(PATH)).toBe("21a");
  });

  it("keeps the edits and names the reason if saving fails", async () => {
    const { files, document } = await open("a");
    type(document, "1");
    files.disconnect();
    expect(await document.save()).toBe(false);
    expect(document.store.getState()).toMatchObject({
      isDirty: true,
      isSaving: false,
      error: "The server cannot be reached.",
    });
  });

  it.each(["a\r\nb\r\n", "a\r\nb\nc", "\uFEFFa\nb", "a\rb", ""])(
    "writes %j with the same line breaks and byte order mark",
    async (text) => {
      const { files, document } = await open(text);
      type(document, "x");
      await document.save();
      document.dispatch({ changes: { from: 0, to: 1 } });
      await document.save();
      expect(files.get(PATH)).toBe(text);
    },
  );
});

describe("a change on disk", () => {
  it("replaces the text of a clean document, and leaves the selection in its line", async () => {
    const { files, document } = await open("a\nb\nc\n");
    document.dispatch({ selection: { anchor: 2 } });
    files.set(PATH, "new\na\nb\nC\n");
    await document.checkDisk();
    expect(textOf(document)).toBe("new\na\nb\nC\n");
    expect(document.getEditorState()?.selection.main.head).toBe(6);
    expect(document.store.getState()).toMatchObject({ isDirty: false, disk: undefined });
  });

  it("asks the user if there are unsaved edits", async () => {
    const { files, document } = await open("a");
    type(document, "1");
    files.set(PATH, "theirs");
    await document.checkDisk();
    expect(textOf(document)).toBe("1a");
    expect(document.store.getState()).toMatchObject({ isDirty: true, disk: { kind: "changed" } });
  });

  it("writes nothing if it is noticed on save", async () => {
    const { files, document } = await open("a");
    type(document, "1");
    files.set(PATH, "theirs");
    expect(await document.save()).toBe(false);
    expect(files.get(PATH)).toBe("theirs");
    expect(document.store.getState().disk?.kind).toBe("changed");
  });

  it("discards the edits when the user reloads", async () => {
    const { files, document } = await open("a");
    type(document, "1");
    files.set(PATH, "theirs");
    await document.checkDisk();
    document.reload();
    expect(textOf(document)).toBe("theirs");
    expect(document.store.getState()).toMatchObject({ isDirty: false, disk: undefined });
  });

  it("is replaced by the next save after the user keeps the edits, but a later change is not", async () => {
    const { files, document } = await open("a");
    type(document, "1");
    files.set(PATH, "theirs");
    await document.checkDisk();
    document.keepMine();
    expect(document.store.getState()).toMatchObject({ isDirty: true, disk: undefined });
    files.set(PATH, "later");
    expect(await document.save()).toBe(false);
    document.keepMine();
    expect(await document.save()).toBe(true);
    expect(files.get(PATH)).toBe("1a");
  });

  it("needs no decision if it is the text of the document", async () => {
    const { files, document } = await open("a");
    type(document, "1");
    files.set(PATH, "1a");
    expect(await document.save()).toBe(true);
    expect(document.store.getState()).toMatchObject({ isDirty: false, disk: undefined });
  });

  it("is not the save of the document itself", async () => {
    const { document } = await open("a");
    type(document, "1");
    const saving = document.save();
    const check = document.checkDisk();
    type(document, "2");
    await Promise.all([saving, check]);
    expect(document.store.getState().disk).toBeUndefined();
  });

  it("keeps the text of a deleted file, which can be saved again", async () => {
    const { files, document } = await open("a");
    files.set(PATH, undefined);
    await document.checkDisk();
    expect(textOf(document)).toBe("a");
    expect(document.store.getState().disk?.kind).toBe("missing");
    document.keepMine();
    expect(await document.save()).toBe(true);
    expect(files.get(PATH)).toBe("a");
  });
});
