import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { vscodeFiles } from "../../src/vscode/index.js";
import { MemoryEditor } from "../support/memoryEditor.js";
import { openProject } from "../support/openProject.js";

const TEXT = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join("");

/** Opens a project and one of its files in VS Code. */
async function openInEditor(files: Readonly<Record<string, string>> = { "a.ts": TEXT }) {
  const editors: MemoryEditor[] = [];
  const project = await openProject(files, {
    wrapFiles(folder) {
      const editor = new MemoryEditor(folder);
      editors.push(editor);
      return vscodeFiles(editor);
    },
  });
  const [editor = new MemoryEditor(project.folder)] = editors;
  const document = editor.open("a.ts");
  const { review } = project;
  return {
    ...{ ...project, editor, document },
    onDisk: () => readFileSync(join(project.folder, "a.ts"), "utf8"),
    hunks: () =>
      review
        .getState()
        .files.get("a.ts")
        ?.hunks.map(({ origins }) =>
          origins.map(({ by }) => (typeof by === "string" ? by : by.evidence)).join(),
        ) ?? [],
  };
}

it("writes the text of an agent into an unsaved editor, and rejects it without the user's text", async () => {
  const { document, prompt, review, hunks, onDisk } = await openInEditor();
  document.type("line 3\n", "typed\n");
  const unsaved = document.getText();
  await prompt(async (_turn, tools) => {
    await tools.writeThroughClient("a.ts", unsaved.replace("line 9\n", "nine\n"));
  });
  expect(document.getText()).toContain("nine");
  expect(hunks()).toEqual(["fs"]);
  const { outcomes } = await review.reject("all");
  expect([...outcomes.values()]).toEqual(["done"]);
  expect(document.getText()).toBe(unsaved);
  expect(document.isDirty).toBe(true);
  expect(onDisk()).toBe(TEXT);
  await review.undo();
  expect(document.getText()).toContain("nine");
});

it("lets agents read the unsaved text, or lines of it", async () => {
  const { document, prompt } = await openInEditor();
  document.type("line 3\n", "typed\n");
  const answers: unknown[] = [];
  await prompt(async (_turn, tools) => {
    answers.push(await tools.readThroughClient("a.ts"));
    answers.push(await tools.readThroughClient("a.ts", { line: 3, limit: 2 }));
    answers.push(await tools.readThroughClient("a.ts", { line: 20, limit: 5 }));
    document.save();
    answers.push(await tools.readThroughClient("a.ts", { line: 3, limit: 2 }));
  });
  expect(answers).toEqual([
    { content: document.getText() },
    { content: "line 2\ntyped" },
    { content: "line 19\n" },
    { content: "line 2\ntyped" },
  ]);
});

it.each(["unsaved", "saved"])("accepts what the user types in a turn if it is %s", async (end) => {
  const { document, prompt, review, hunks } = await openInEditor();
  await prompt(async (_turn, tools) => {
    document.type("line 3\n", "typed\n");
    if (end === "saved") document.save();
    await tools.writeThroughClient("a.ts", document.getText().replace("line 9\n", "nine\n"));
    await review.flush();
    document.followDisk();
    document.type("line 15\n", "fifteen\n");
    if (end === "saved") document.save();
  });
  expect(hunks()).toEqual(["fs"]);
  await review.reject("all");
  document.followDisk();
  expect(document.getText()).toBe(
    TEXT.replace("line 3\n", "typed\n").replace("line 15\n", "fifteen\n"),
  );
});

it("accepts text from before a turn that the user saves in the turn", async () => {
  const { document, prompt, review } = await openInEditor();
  document.type("line 3\n", "typed\n");
  await prompt(async () => document.save());
  expect(review.getState().files.size).toBe(0);
  expect(review.getState().turns).toEqual([]);
});

it.each(["unsaved", "saved"])("rejects a turn and leaves the %s lines of the user", async (end) => {
  const { document, prompt, review } = await openInEditor();
  document.type("line 3\n", "typed\n");
  await prompt(async (_turn, tools) => {
    if (end === "saved") document.save();
    await tools.writeThroughClient("a.ts", document.getText().replace("line 9\n", "nine\n"));
  });
  const [turn] = review.getState().turns;
  const { outcomes } = await review.reject({ turnId: turn?.turnId ?? "" });
  expect([...outcomes.values()]).toEqual(["done"]);
  document.followDisk();
  expect(document.getText()).toBe(TEXT.replace("line 3\n", "typed\n"));
});

it("rejects one of two turns at once that changed unsaved text", async () => {
  const { document, prompt, review, connect } = await openInEditor();
  const second = await connect("second");
  document.type("line 3\n", "typed\n");
  const write = (from: string, to: string) => document.getText().replace(from, to);
  await prompt(async (_turn, tools) => {
    await tools.writeThroughClient("a.ts", write("line 9\n", "nine\n"));
    await second.prompt(async (_other, others) => {
      await others.writeThroughClient("a.ts", write("line 15\n", "fifteen\n"));
    });
  });
  const turn = review.getState().turns.find(({ agentId }) => agentId === "second");
  await review.reject({ turnId: turn?.turnId ?? "" });
  expect(document.getText()).toBe(
    TEXT.replace("line 3\n", "typed\n").replace("line 9\n", "nine\n"),
  );
});

it("keeps unsaved text if an agent removes the file", async () => {
  const { document, prompt, review, text } = await openInEditor();
  document.type("line 3\n", "typed\n");
  await prompt(async (_turn, tools) => tools.write("a.ts", null));
  expect(review.getState().files.get("a.ts")).toMatchObject({ change: "delete" });
  await review.reject("all", { include: ["unknown"] });
  expect(text("a.ts")).toBe(TEXT);
  expect(document.getText()).toContain("typed");
});

it("does not remove a new file of an agent while an editor has unsaved text of it", async () => {
  const { editor, prompt, review, text } = await openInEditor();
  await prompt(async (_turn, tools) => {
    await tools.writeThroughClient("new.ts", "new\n");
  });
  const document = editor.open("new.ts");
  document.type("new", "typed");
  const { outcomes } = await review.reject("all", { include: ["user", "unknown"] });
  expect([...outcomes.values()]).toEqual(["failed"]);
  expect(document.getText()).toBe("typed\n");
  expect(text("new.ts")).toBe("new\n");
});

it("attributes a direct write of an agent to a saved editor to the agent", async () => {
  const { document, prompt, review, hunks } = await openInEditor();
  await prompt(async (_turn, tools) => {
    await tools.edit("a.ts", "line 9\n", "nine\n");
    document.followDisk();
  });
  expect(hunks()).toEqual(["diff"]);
  await review.reject("all");
  document.followDisk();
  expect(document.getText()).toBe(TEXT);
  expect(document.isDirty).toBe(false);
});

it("tells the agent that a file was not written if the unsaved editor cannot have the text", async () => {
  const { document, prompt, onDisk } = await openInEditor();
  document.type("line 3\n", "typed\n");
  const unsaved = document.getText();
  await prompt(async (_turn, tools) => {
    const details = expect.stringContaining("has unsaved changes in an editor");
    await expect(tools.writeThroughClient("a.ts", "a\r\nb\n")).rejects.toMatchObject({
      data: { details },
    });
  });
  expect(document.getText()).toBe(unsaved);
  expect(onDisk()).toBe(TEXT);
});

it("notices that the user has discarded unsaved text with a change of an agent", async () => {
  const { editor, document, prompt, review } = await openInEditor();
  document.type("line 3\n", "typed\n");
  await prompt(async (_turn, tools) => {
    await tools.writeThroughClient("a.ts", document.getText().replace("line 9\n", "nine\n"));
  });
  editor.close(document);
  await review.flush();
  expect(review.getState().files.size).toBe(0);
});
