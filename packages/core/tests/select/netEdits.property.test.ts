import { countDiffLines, selectChangedFiles } from "@acp-store/core";
import { createPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trackedStore } from "../support/trackedStore.js";

const PATH = "/work/file";

/** A replaced range of lines, in thousandths of the length of the text at that time. */
interface Edit {
  readonly form: "entire" | "excerpt" | "rewrite";
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
  readonly context: number;
}

const lines = (maxLength: number) =>
  fc.array(fc.constantFrom("a\n", "b\n", "c\n", "dd\n", "e e\n", "\n"), { maxLength });
const editOf = (...forms: Edit["form"][]) =>
  fc.record<Edit>({
    form: fc.constantFrom(...forms),
    from: fc.nat(1000),
    to: fc.nat(1000),
    lines: lines(4),
    context: fc.nat(3),
  });

/** Returns the text after an edit, and the replaced excerpt with what replaces it. */
function applyEdit(text: string, { from, to, lines: replacement }: Edit) {
  const all = text.match(/[^\n]*\n/g) ?? [];
  const [start = 0, end = 0] = [from, to]
    .map((share) => Math.round((share * all.length) / 1000))
    .toSorted((left, right) => left - right);
  const oldText = all.slice(start, end).join("");
  const newText = replacement.join("");
  const next = all.slice(0, start).join("") + newText + all.slice(end).join("");
  const isUnique = oldText !== "" && text.indexOf(oldText) === text.lastIndexOf(oldText);
  return { next, oldText, newText, isUnique };
}

function setUp(protocolVersion: 1 | 2) {
  const store = trackedStore({ protocolVersion });
  let count = 0;
  return {
    edit(...content: object[]) {
      store.update({
        sessionUpdate: "tool_call_update",
        toolCallId: `call${count++}`,
        status: "completed",
        content: content.map((item) => ({ type: "diff", ...item })),
      });
    },
    count() {
      const files = selectChangedFiles(store.getState(), "s1");
      expect(files.length).toBeLessThan(2);
      return { added: files[0]?.added ?? 0, removed: files[0]?.removed ?? 0 };
    },
  };
}

/** Counts the lines between the text before the first edit and the text after the last one. */
const countNet = (oldText: string, newText: string) =>
  countDiffLines({ type: "diff", path: PATH, oldText, newText } as never)[0];

describe("selectChangedFiles", () => {
  it("counts the difference between the first and the last text in version 1", () => {
    const edits = fc.array(editOf("entire", "excerpt", "rewrite"), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lines(12), fc.boolean(), edits, (before, isNew, steps) => {
        const { edit, count } = setUp(1);
        const original = before.join("");
        let text = original;
        if (isNew) edit({ path: PATH, oldText: null, newText: text });
        else if (text === "") return;
        else edit({ path: PATH, oldText: text, newText: text });
        for (const step of steps) {
          const { next, oldText, newText, isUnique } = applyEdit(text, step);
          if (text === "" || (step.form === "rewrite" && isNew))
            edit({ path: PATH, oldText: null, newText: next });
          else if (step.form === "excerpt" && isUnique) edit({ path: PATH, oldText, newText });
          else edit({ path: PATH, oldText: text, newText: next });
          text = next;
          expect(count()).toEqual(countNet(isNew ? "" : original, text));
          // The text of an existing file that was emptied is not known to be entire.
          if (text === "" && !isNew) return;
        }
      }),
    );
  });

  it("counts the difference between the first and the last text in version 2", () => {
    fc.assert(
      fc.property(lines(12), fc.array(editOf("entire"), { maxLength: 12 }), (before, steps) => {
        const { edit, count } = setUp(2);
        let text = "";
        const change = (operation: string, next: string, context: number): void => {
          const patch = createPatch(PATH, text, next, "", "", { context });
          const changes = [{ operation, path: PATH }];
          edit({ changes, patch: { format: "git_patch", text: patch } });
          text = next;
          expect(count()).toEqual(countNet("", text));
        };
        change("add", before.join(""), 3);
        for (const step of steps) change("modify", applyEdit(text, step).next, step.context);
      }),
    );
  });

  it("counts the lines that a file has gained if only excerpts are known", () => {
    const edits = fc.array(editOf("excerpt"), { maxLength: 12 });
    fc.assert(
      fc.property(lines(30), edits, (before, steps) => {
        const { edit, count } = setUp(1);
        let text = before.join("");
        let gained = 0;
        for (const step of steps) {
          const { next, oldText, newText, isUnique } = applyEdit(text, step);
          // At its start, an empty line may also be the end of another line in what is known.
          if (!isUnique || oldText.startsWith("\n")) continue;
          edit({ path: PATH, oldText, newText });
          gained += next.split("\n").length - text.split("\n").length;
          text = next;
          const { added, removed } = count();
          expect(added - removed).toBe(gained);
        }
      }),
    );
  });
});
