import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createLineFinder,
  findDocumentChanges,
  toDocument,
} from "../../src/codemirror/documentText.js";

const openState = (doc: string): EditorState => EditorState.create({ doc });
const text = fc
  .array(fc.constantFrom("a", "b", "c", "\n", "\r\n", "\r", "long line\n"), { maxLength: 20 })
  .map((parts) => parts.join(""));

/** Changes a document to another text, and returns its new text. */
function change(from: string, to: string): string {
  const state = openState(from);
  const next = toDocument(state, to);
  const changes = findDocumentChanges(state.doc, next);
  return state.update({ changes }).newDoc.toString();
}

describe("findDocumentChanges", () => {
  it("gives a document every text, with the line breaks of the editor", () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        expect(change(from, to)).toBe(to.replaceAll(/\r\n?/g, "\n"));
      }),
    );
  });

  it("replaces no more than the characters that differ", () => {
    const state = openState("one\ntwo\nthree\n");
    const next = toDocument(state, "one\r\ntwice\r\nthree\r\nfour\r\n");
    expect(findDocumentChanges(state.doc, next)).toMatchObject([
      { from: 6, to: 7 },
      { from: 14, to: 14 },
    ]);
  });

  it("keeps a byte order mark out of a document without one", () => {
    expect(change("one\n", "\uFEFFtwo\n")).toBe("two\n");
    expect(change("\uFEFFone\n", "\uFEFFtwo\n")).toBe("\uFEFFtwo\n");
  });
});

describe("createLineFinder", () => {
  it("returns the same lines for the same text, with all kinds of line breaks", () => {
    const find = createLineFinder(openState("a\nb\nc\n"), "a\r\nb\r\nc\r\n");
    expect([0, 1, 2, 3].map((line) => find(line, "start"))).toEqual([0, 1, 2, 3]);
  });

  it("follows a carriage return on its own, which ends a line in the editor only", () => {
    const find = createLineFinder(openState("a\nb\nc\n"), "a\rb\nc\n");
    expect([0, 1, 2].map((line) => find(line, "start"))).toEqual([0, 2, 3]);
  });

  it("excludes lines that the user has added before or after a range", () => {
    const find = createLineFinder(openState("a\nnew\nb\nnew\nc\n"), "a\nb\nc\n");
    expect([find(1, "start"), find(2, "end")]).toEqual([2, 3]);
  });

  it("covers the lines that have replaced those of a range", () => {
    const find = createLineFinder(openState("a\nx\ny\nd\n"), "a\nb\nc\nd\n");
    expect([find(2, "start"), find(2, "end")]).toEqual([1, 3]);
    expect([find(1, "start"), find(3, "end")]).toEqual([1, 3]);
  });
});
