import { createAcpStore, selectChangedFiles } from "@acp-store/core";
import { expect, it } from "vitest";
import { listEditSources, mergeLineDiffs } from "../../src/sidePanel/mergeLineDiffs.js";

const PATH = "/work/a.ts";

function setUpEdits(protocolVersion: 1 | 2 = 1) {
  const store = createAcpStore({ protocolVersion, scheduler: "sync" });
  let count = 0;
  const edit = (content: object): void => {
    count += 1;
    store.ingest({
      sessionId: "s1",
      update: {
        sessionUpdate: "tool_call_update",
        toolCallId: `c${count}`,
        title: "Edit",
        kind: "edit",
        status: "completed",
        content: [{ type: "diff", ...content }],
      },
    });
  };
  /** Returns the changed lines of each diff of the first file. */
  const lines = (): string[][] => {
    const [file] = selectChangedFiles(store.getState(), "s1");
    const session = store.getState().sessions.get("s1");
    if (file === undefined || session === undefined) return [];
    return mergeLineDiffs(file.path, listEditSources(file, session)).map(({ rows }) =>
      rows.filter(({ kind }) => kind !== "same").map(({ kind, text }) => `${kind} ${text}`),
    );
  };
  return { edit, lines };
}

it("merges an edit that starts from the result of an earlier edit", () => {
  const { edit, lines } = setUpEdits();
  edit({ path: PATH, oldText: "a\nb\n", newText: "a\nB\n" });
  edit({ path: PATH, oldText: "a\nB\n", newText: "A\nb\n" });
  expect(lines()).toEqual([["removed a", "added A"]]);
});

it("keeps unrelated edits of the same file separate", () => {
  const { edit, lines } = setUpEdits();
  edit({ path: PATH, oldText: "a\n", newText: "A\n" });
  edit({ path: PATH, oldText: "x\n", newText: "X\n" });
  expect(lines()).toEqual([
    ["removed a", "added A"],
    ["removed x", "added X"],
  ]);
});

it("extracts one file from a patch for several files", () => {
  const { edit, lines } = setUpEdits(2);
  const text = [
    "diff --git a/work/a.ts b/work/a.ts",
    "--- a/work/a.ts",
    "+++ b/work/a.ts",
    "@@ -1,1 +1,1 @@",
    "-one",
    "+two",
    "diff --git a/work/b.ts b/work/b.ts",
    "--- a/work/b.ts",
    "+++ b/work/b.ts",
    "@@ -1,1 +1,1 @@",
    "-three",
    "+four",
    "",
  ].join("\n");
  const changes = [PATH, "/work/b.ts"].map((path) => ({ operation: "modify", path }));
  edit({ changes, patch: { format: "git_patch", text } });
  expect(lines()).toEqual([["removed one", "added two"]]);
});
