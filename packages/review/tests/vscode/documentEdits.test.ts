import fc from "fast-check";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createDocumentEdits } from "../../src/vscode/documentEdits.js";
import type { VscodeApi } from "../../src/vscode/index.js";
import { MemoryEditor } from "../support/memoryEditor.js";
import { createTemporaryFolder } from "../support/temporaryFolder.js";

const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 8 });

it("gives a document any text with one kind of line break", async () => {
  const folder = await createTemporaryFolder();
  await fc.assert(
    fc.asyncProperty(
      ...[lines, lines],
      ...[fc.constantFrom("\n", "\r\n"), fc.constantFrom("\n", "\r\n")],
      async (before, after, oldBreak, newBreak) => {
        writeFileSync(join(folder, "a.txt"), before.join(oldBreak));
        const editor = new MemoryEditor(folder);
        const document = editor.open("a.txt");
        const current = { text: document.getText(), eol: document.eol };
        const next = after.join(newBreak);
        const vscode: VscodeApi = editor;
        const edit = new vscode.WorkspaceEdit();
        edit.set(document.uri, createDocumentEdits(vscode, current, next) ?? []);
        await vscode.workspace.applyEdit(edit);
        expect(document.getText()).toBe(next);
      },
    ),
  );
});

it.each(["a\r\nb\n", "a\rb\n", "a\rb"])("refuses the line breaks of %j", (text) => {
  const editor = new MemoryEditor("/");
  expect(createDocumentEdits(editor, { text: "a\n", eol: 1 }, text)).toBeUndefined();
});
