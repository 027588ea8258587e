import { expect, it } from "vitest";
import { previewEdits } from "../../src/model/previewEdits.js";

const TEXT = "a\nb\nc\nb2\n";

it.each([
  ["replaces an excerpt", TEXT, [{ oldText: "c\n", newText: "C\n" }], { after: "a\nb\nC\nb2\n" }],
  ["takes the text of a whole file", TEXT, [{ oldText: TEXT, newText: "x" }], { after: "x" }],
  ["creates a file", null, [{ newText: "x", operation: "add" }], { after: "x" }],
  ["writes to an empty file", "", [{ newText: "x", operation: "add" }], { after: "x" }],
  ["removes a file", TEXT, [{ operation: "delete" }], { after: null }],
  [
    "continues with the result of the edit before",
    TEXT,
    [
      { oldText: "a\n", newText: "A\n" },
      { oldText: "A\nb\n", newText: "B\n" },
    ],
    { after: "B\nc\nb2\n" },
  ],
  [
    "takes the line breaks of a file with CRLF",
    "a\r\nb\r\n",
    [{ oldText: "a\nb\n", newText: "a\nx\nb\n" }],
    { after: "a\r\nx\r\nb\r\n" },
  ],
  [
    "reports a file that the agent shows as new",
    TEXT,
    [{ newText: "x", operation: "add" }],
    { after: "x", mismatch: "file-exists" },
  ],
  [
    "reports an old text that is not in the file",
    TEXT,
    [{ oldText: "d\n", newText: "" }],
    { mismatch: "text-missing" },
  ],
  [
    "reports an old text that is in the file twice",
    TEXT,
    [{ oldText: "b", newText: "B" }],
    { mismatch: "text-repeated" },
  ],
  [
    "reports a file that does not exist",
    null,
    [{ oldText: "b", newText: "B" }],
    { mismatch: "no-file" },
  ],
  [
    "reports a file to delete that is gone",
    null,
    [{ operation: "delete" }],
    { mismatch: "no-file" },
  ],
  ["does not know a change without texts", TEXT, [{ operation: "modify" }], {}],
])("previews the edits of a file: %s", (_name, before, edits, expected) => {
  expect(
    previewEdits(
      before,
      edits.map((edit) => ({ operation: "modify", ...edit })),
    ),
  ).toEqual(expected);
});
