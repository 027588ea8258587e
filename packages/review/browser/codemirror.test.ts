import { portLink } from "@acp-store/mirror";
import { undo } from "@codemirror/commands";
import { Compartment } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import axe from "axe-core";
import { describe, expect, it, onTestFinished } from "vitest";
// The type of `cdp` is declared there.
import type {} from "@vitest/browser-playwright";
import { cdp, page, userEvent } from "vitest/browser";
import { applyReviewedText, nextHunk, reviewExtension } from "../src/codemirror/index.js";
import { connectReview } from "../src/mirror/connectReview.js";
import { serveReview } from "../src/mirror/serveReview.js";
import { listTexts, openEditor, openFolder, type ReviewedFolder } from "./support/openEditor.js";

const LINES = Array.from({ length: 60 }, (_, index) => `const line${index} = ${index};\n`);
const TEXT = LINES.join("");
const CHANGED = LINES.with(5, "const five = 5;\n").with(40, "const forty = 40;\n").join("");
const KEYS = {
  next: "{Alt>}{F5}{/Alt}",
  previous: "{Shift>}{Alt>}{F5}{/Alt}{/Shift}",
  keep: "{Shift>}{Alt>}k{/Alt}{/Shift}",
  reject: "{Shift>}{Alt>}r{/Alt}{/Shift}",
  keepFile: "{Shift>}{Alt>}{Enter}{/Alt}{/Shift}",
  rejectFile: "{Shift>}{Alt>}{Backspace}{/Alt}{/Shift}",
  undo: "{Shift>}{Alt>}z{/Alt}{/Shift}",
};

const counts = (view: EditorView): readonly string[] => listTexts(view, ".cm-acp-count");
const summary = (view: EditorView): readonly string[] => listTexts(view, ".cm-acp-summary");
const announced = (view: EditorView): string => listTexts(view, ".cm-announced").join();
const lineAtCursor = ({ state }: EditorView): string =>
  state.doc.lineAt(state.selection.main.head).text;
const press = (keys: keyof typeof KEYS): Promise<void> => userEvent.keyboard(KEYS[keys]);

async function openTwoChanges(
  options?: Parameters<typeof openEditor>[2],
): Promise<ReviewedFolder & { readonly view: EditorView }> {
  const opened = await openFolder({ "a.ts": TEXT });
  await opened.prompt(async (write) => void (await write("a.ts", CHANGED)));
  const view = openEditor(opened, "a.ts", options);
  await expect.poll(() => counts(view).length).toBeGreaterThan(0);
  return { ...opened, view };
}

describe("the review in an editor", () => {
  it("keeps and rejects changes with the keyboard, while the focus stays in the editor", async () => {
    const { view, folder, review } = await openTwoChanges();
    await press("next");
    expect(lineAtCursor(view)).toBe("const five = 5;");
    await expect.poll(() => announced(view)).toBe("Change 1 of 2, Agent");
    await press("reject");
    await expect.poll(() => folder.text("a.ts")).toBe(CHANGED.replace("five = 5", "line5 = 5"));
    await expect.poll(() => lineAtCursor(view)).toBe("const forty = 40;");
    expect(announced(view)).toBe("Rejected: Change 1 of 2. Change 1 of 1, Agent");
    await expect.poll(() => view.state.doc.line(6).text).toBe("const line5 = 5;");
    expect(document.activeElement).toBe(view.contentDOM);
    await press("keep");
    await expect.poll(() => review.getState().files.size).toBe(0);
    await expect.poll(() => announced(view)).toContain("Kept: Change 1 of 1.");
    expect(announced(view)).toContain("No more changes in this file.");
    expect(view.state.doc.toString()).toBe(folder.text("a.ts"));
    expect(document.activeElement).toBe(view.contentDOM);
    expect(view.dom.querySelectorAll(".cm-acp-mark-kept")).toHaveLength(1);
  });

  it("shows the reason for a change with a key and with a button", async () => {
    const asked: (string | undefined)[] = [];
    const { review } = await openTwoChanges({ onShowReason: ({ hunkId }) => asked.push(hunkId) });
    await press("next");
    await userEvent.keyboard("{Shift>}{Alt>}w{/Alt}{/Shift}");
    await page.getByRole("button", { name: "Why? Change 1" }).click();
    const first = review.getState().files.get("a.ts")?.hunks[0]?.hunkId;
    await expect.poll(() => asked).toEqual([first, first]);
  });

  it("keeps and rejects changes with buttons", async () => {
    const { view, folder } = await openTwoChanges();
    await page.getByRole("button", { name: "Reject change 1" }).click();
    await expect.poll(() => folder.text("a.ts")).toContain("line5 = 5");
    await expect.poll(() => document.activeElement).toBe(view.contentDOM);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => folder.text("a.ts")).toBe(CHANGED);
    await page.getByRole("button", { name: "Keep all" }).click();
    await expect
      .element(page.getByText("No more changes in this file", { exact: true }))
      .toBeVisible();
  });

  it("moves to the next change instead of deciding if the cursor is at none", async () => {
    const { view, review } = await openTwoChanges();
    await press("reject");
    expect(lineAtCursor(view)).toBe("const five = 5;");
    await press("previous");
    expect(lineAtCursor(view)).toBe("const forty = 40;");
    await press("next");
    expect(lineAtCursor(view)).toBe("const five = 5;");
    expect(review.getState().undo).toEqual([]);
  });

  it("rejects lines of the user with the second press", async () => {
    const { view, folder, review } = await openTwoChanges();
    folder.write("a.ts", CHANGED.replace("five = 5", "cinq = 5"));
    await review.userEdited("a.ts");
    await expect.poll(() => listTexts(view, ".cm-acp-author")).toContain("Yours");
    expect(view.dom.querySelectorAll(".cm-acp-mark-protected")).toHaveLength(1);
    await press("next");
    await press("reject");
    await expect
      .poll(() => announced(view))
      .toBe("Some of these lines are yours. Reject them too?");
    await userEvent.keyboard("{Escape}");
    await press("reject");
    expect(folder.text("a.ts")).toContain("cinq");
    await press("reject");
    await expect.poll(() => folder.text("a.ts")).toContain("line5 = 5");
  });

  it("rejects the file without the lines of the user, and these with the second press", async () => {
    const { view, folder, review } = await openTwoChanges();
    folder.write("a.ts", CHANGED.replace("five = 5", "cinq = 5"));
    await review.userEdited("a.ts");
    await press("rejectFile");
    await expect.poll(() => announced(view)).toMatch(/^1 change contains lines that are yours/);
    expect(folder.text("a.ts")).toContain("cinq");
    await expect.poll(() => folder.text("a.ts")).not.toContain("forty");
    await expect.element(page.getByRole("button", { name: "Reject too" })).toBeVisible();
    await press("rejectFile");
    await expect.poll(() => folder.text("a.ts")).toBe(TEXT);
    await expect.poll(() => view.state.doc.toString()).toBe(TEXT);
  });

  it("undoes the last decision about the file", async () => {
    const { view, folder } = await openTwoChanges();
    await press("rejectFile");
    await expect.poll(() => folder.text("a.ts")).toBe(TEXT);
    await expect.poll(() => summary(view)).toEqual(["No more changes in this file"]);
    await press("undo");
    await expect.poll(() => folder.text("a.ts")).toBe(CHANGED);
    await expect.poll(() => summary(view)).toEqual(["2 changes"]);
    await expect.poll(() => view.state.doc.toString()).toBe(CHANGED);
    await press("next");
    await press("keep");
    await expect.poll(() => view.dom.querySelectorAll(".cm-acp-mark-kept").length).toBe(1);
    await press("undo");
    await expect.poll(() => view.dom.querySelectorAll(".cm-acp-mark-kept").length).toBe(0);
    await expect.poll(() => summary(view)).toEqual(["2 changes"]);
  });

  it("follows an agent that writes while the user types, and loses no text", async () => {
    const opened = await openFolder({ "a.ts": TEXT });
    const view = openEditor(opened, "a.ts");
    const { write, end } = await opened.begin();
    await write("a.ts", LINES.with(5, "const five = 5;\n").join(""));
    await expect.poll(() => view.state.doc.line(6).text).toBe("const five = 5;");
    view.dispatch({ selection: { anchor: view.state.doc.line(20).from } });
    await userEvent.keyboard("// mine{Enter}");
    const typed = view.state.doc.toString();
    expect(typed).toContain("// mine\n");
    await write("a.ts", CHANGED);
    await expect.poll(() => summary(view)).toEqual(["2 changes"]);
    // The editor has unsaved edits, so it keeps its text, and the hunks are at their lines.
    expect(await applyReviewedText(view)).toBe(false);
    expect(view.state.doc.toString()).toBe(typed);
    await press("next");
    expect(lineAtCursor(view)).toBe("const line40 = 40;");
    undo(view);
    undo(view);
    await expect.poll(() => applyReviewedText(view)).toBe(true);
    expect(view.state.doc.toString()).toBe(CHANGED);
    await end();
  });

  it("saves unsaved edits before a decision if the application says how", async () => {
    const opened = await openFolder({ "a.ts": TEXT });
    const { folder, review } = opened;
    await opened.prompt(async (write) => void (await write("a.ts", CHANGED)));
    const view = openEditor(opened, "a.ts", {
      async save({ state }) {
        folder.write("a.ts", state.doc.toString());
        await review.userEdited("a.ts");
      },
    });
    await expect.poll(() => counts(view).length).toBeGreaterThan(0);
    view.dispatch({ changes: { from: 0, insert: "// mine\n" }, userEvent: "input.type" });
    await press("next");
    await press("reject");
    await expect
      .poll(() => folder.text("a.ts"))
      .toBe(`// mine\n${CHANGED.replace("five = 5", "line5 = 5")}`);
    await expect.poll(() => view.state.doc.toString()).toBe(folder.text("a.ts"));
  });

  it("waits for the end of a running turn, unless the user does not", async () => {
    const opened = await openFolder({ "a.ts": TEXT });
    const { write, end } = await opened.begin();
    await write("a.ts", CHANGED);
    const view = openEditor(opened, "a.ts", { startAt: "first" });
    await expect.poll(() => lineAtCursor(view)).toBe("const five = 5;");
    await press("reject");
    await expect
      .element(page.getByText("Rejected when the turn ends", { exact: true }))
      .toBeVisible();
    expect(lineAtCursor(view)).toBe("const forty = 40;");
    await press("previous");
    await press("reject");
    await expect.poll(() => opened.folder.text("a.ts")).toContain("line5 = 5");
    await expect.poll(() => lineAtCursor(view)).toBe("const forty = 40;");
    await expect.poll(() => summary(view)).toEqual(["1 change"]);
    await press("reject");
    await page.getByRole("button", { name: "Do not reject" }).click();
    await expect
      .element(page.getByText("Rejected when the turn ends", { exact: true }))
      .not.toBeInTheDocument();
    await end();
    expect(opened.folder.text("a.ts")).toContain("forty");
  });

  it("keeps the line breaks of a file with CRLF", async () => {
    const [before, after] = [TEXT, CHANGED].map((text) => text.replaceAll("\n", "\r\n"));
    const opened = await openFolder({ "a.ts": before ?? "" });
    await opened.prompt(async (write) => void (await write("a.ts", after ?? "")));
    const view = openEditor(opened, "a.ts", { startAt: "last" });
    await expect.poll(() => lineAtCursor(view)).toBe("const forty = 40;");
    expect(listTexts(view, ".cm-acp-removedLine")).toContain("const line40 = 40;");
    await press("reject");
    await expect
      .poll(() => opened.folder.text("a.ts"))
      .toBe(after?.replace("forty = 40", "line40 = 40"));
    await expect.poll(() => lineAtCursor(view)).toBe("const five = 5;");
    await press("keep");
    await expect.poll(() => opened.review.getState().files.size).toBe(0);
    expect(opened.folder.text("a.ts")).not.toMatch(/[^\r]\n/);
  });

  it("opens the next and the previous file with changes", async () => {
    const opened = await openFolder({ "a.ts": TEXT, "b.ts": TEXT, "c.ts": TEXT });
    await opened.prompt(async (write) => {
      for (const path of ["a.ts", "b.ts", "c.ts"]) await write(path, CHANGED);
    });
    const files: string[] = [];
    const view = openEditor(opened, "b.ts", {
      startAt: "first",
      onNextFile: (path, direction) => void files.push(`${direction} ${path}`),
    });
    await expect.poll(() => lineAtCursor(view)).toBe("const five = 5;");
    await press("previous");
    await press("next");
    await press("next");
    expect(files).toEqual(["previous a.ts", "next c.ts"]);
    await press("keepFile");
    await expect.poll(() => files).toEqual(["previous a.ts", "next c.ts", "next c.ts"]);
  });

  it("follows another file when the extension is replaced", async () => {
    const opened = await openFolder({ "a.ts": TEXT, "b.ts": TEXT });
    const { review, prompt } = opened;
    await prompt(async (write) => {
      await write("a.ts", CHANGED);
      await write("b.ts", LINES.with(9, "const nine = 9;\n").join(""));
    });
    const shown = new Compartment();
    const view = new EditorView({
      doc: CHANGED,
      extensions: shown.of(reviewExtension({ review, path: "a.ts" })),
      parent: document.body,
    });
    onTestFinished(() => view.destroy());
    await expect.poll(() => summary(view)).toEqual(["2 changes"]);
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: opened.folder.text("b.ts") ?? "" },
      effects: shown.reconfigure(
        reviewExtension({ review, path: "b.ts", texts: { keep: "Take" } }),
      ),
    });
    await expect.poll(() => summary(view)).toEqual(["1 change"]);
    await page.getByRole("button", { name: "Keep change 1" }).click();
    await expect.poll(() => [...review.getState().files.keys()]).toEqual(["a.ts"]);
    view.dispatch({ effects: shown.reconfigure([]) });
    expect(view.dom.querySelectorAll("[class*=cm-acp]")).toHaveLength(0);
  });

  it("decides over a mirror", async () => {
    const opened = await openFolder({ "a.ts": TEXT });
    await opened.prompt(async (write) => void (await write("a.ts", CHANGED)));
    const remote = connectReview(async () => {
      const { port1, port2 } = new MessageChannel();
      onTestFinished(serveReview(portLink(port1), opened.review));
      return portLink(port2);
    });
    onTestFinished(() => remote.close());
    const view = openEditor(opened, "a.ts", { review: remote, startAt: "first" });
    await expect.poll(() => lineAtCursor(view)).toBe("const five = 5;");
    await press("reject");
    await expect.poll(() => opened.folder.text("a.ts")).toContain("line5 = 5");
    await expect.poll(() => view.state.doc.line(6).text).toBe("const line5 = 5;");
    remote.close();
    await press("keep");
    await expect.element(page.getByText(/^The decision could not be carried out/)).toBeVisible();
  });

  it("keeps the selection and the scroll position when the file changes", async () => {
    const { view, prompt } = await openTwoChanges();
    const line = view.state.doc.line(30);
    view.dispatch({
      selection: { anchor: line.from + 6, head: line.to },
      effects: EditorView.scrollIntoView(line.from, { y: "center" }),
    });
    const top = (): number =>
      Math.round(view.coordsAtPos(view.state.selection.main.from)?.top ?? 0);
    await expect.poll(top).toBeGreaterThan(0);
    const before = top();
    await prompt(async (write) => void (await write("a.ts", `// first\n// second\n${CHANGED}`)));
    await expect.poll(() => view.state.doc.line(1).text).toBe("// first");
    const { main } = view.state.selection;
    expect(view.state.sliceDoc(main.from, main.to)).toBe("line29 = 29;");
    await expect.poll(() => Math.abs(top() - before)).toBeLessThanOrEqual(1);
  });

  it("shows only what is visible of 10,000 lines with 200 changes", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `line ${index}\n`);
    const changed = many.map((line, index) => (index % 50 === 20 ? `changed ${index}\n` : line));
    const opened = await openFolder({ "a.ts": many.join("") });
    await opened.prompt(async (write) => void (await write("a.ts", changed.join(""))));
    const view = openEditor(opened, "a.ts", { startAt: "last" });
    await expect.poll(() => lineAtCursor(view)).toBe("changed 9970");
    expect(view.dom.querySelectorAll("*").length).toBeLessThan(1000);
    const start = performance.now();
    for (let index = 0; index < 200; index++) nextHunk(view);
    const move = (performance.now() - start) / 200;
    const typing = performance.now();
    for (let index = 0; index < 100; index++)
      view.dispatch({
        changes: { from: view.state.selection.main.head, insert: "x" },
        userEvent: "input",
      });
    const type = (performance.now() - typing) / 100;
    // 31 ms and 9 ms on a busy machine. A quadratic lookup takes seconds.
    expect([move < 500, type < 500]).toEqual([true, true]);
    expect(lineAtCursor(view)).toContain("changed 9970");
  });

  it.each(["light", "dark"])("has no violations of axe (%s)", async (scheme) => {
    const isDark = scheme === "dark";
    const opened = await openFolder({ "src/cart.ts": BEFORE });
    const view = openEditor(opened, "src/cart.ts", {
      extensions: EditorView.theme(isDark ? DARK : {}, { dark: isDark }),
    });
    document.body.style.margin = "0";
    await opened.prompt(async (write) => void (await write("src/cart.ts", AFTER)));
    opened.folder.write(
      "src/cart.ts",
      AFTER.replace("  return round(total", "  // To the cent.\n  return round(total"),
    );
    await opened.review.userEdited("src/cart.ts");
    await expect.poll(() => counts(view)).toHaveLength(3);
    await press("next");
    await press("keep");
    await expect.poll(() => counts(view)).toHaveLength(2);
    await press("reject");
    await expect.element(page.getByRole("button", { name: "Reject too" })).toBeVisible();
    const { violations } = await axe.run(document.body, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    await page.screenshot({ path: `__screenshots__/review-codemirror-${scheme}.png` });
  });

  it("shows removed, added and kept lines without backgrounds, with forced colors", async () => {
    const features = [{ name: "forced-colors", value: "active" }];
    await cdp().send("Emulation.setEmulatedMedia", { features });
    onTestFinished(async () => {
      await cdp().send("Emulation.setEmulatedMedia", { features: [] });
    });
    const { view } = await openTwoChanges();
    view.focus();
    await press("next");
    await press("keep");
    await expect.poll(() => counts(view)).toHaveLength(1);
    const styleOf = (selector: string): CSSStyleDeclaration => {
      const element = view.dom.querySelector(selector);
      if (element === null) throw new Error(`The editor has no "${selector}".`);
      return getComputedStyle(element);
    };
    expect(styleOf(".cm-acp-mark-kept").borderInlineStartStyle).toBe("dotted");
    view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(41).from) });
    await expect.poll(() => view.dom.querySelector(".cm-acp-mark-open")).not.toBeNull();
    expect(styleOf(".cm-acp-mark-open").borderInlineStartStyle).toBe("solid");
    expect(styleOf(".cm-acp-removedLine").textDecorationLine).toBe("line-through");
  });
});

const DARK = {
  "&": { background: "#141416", color: "#ececee" },
  ".cm-gutters": { background: "#141416", color: "#93939d", border: "0" },
  ".cm-cursor": { borderLeftColor: "#ececee" },
};

const BEFORE = `import { round } from "./money";

export interface Item {
  readonly name: string;
  readonly price: number;
}

/** Returns the price of all items. */
export function totalOf(items: Item[]) {
  let total = 0;
  for (const item of items) total += item.price;
  return total;
}

export function describe(items: Item[]) {
  return items.map((item) => item.name).join(", ");
}
`;
const AFTER = BEFORE.replace("price: number;", "price: number;\n  readonly quantity: number;")
  .replace(
    "  let total = 0;\n  for (const item of items) total += item.price;\n  return total;",
    "  const total = items.reduce((sum, item) => sum + item.price * item.quantity, 0);\n  return round(total, 2);",
  )
  .replace('.join(", ");\n', '.join(" and ");\n');
