import { type AcpStore, createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { createChangeMentions } from "../../src/mentions/changeMentions.js";
import type { Mention, MentionSource } from "../../src/mentions/mention.js";
import { createSessionMentions } from "../../src/mentions/sessionMentions.js";

const SESSION = { sessionId: "s1", cwd: "/p" };
const { signal } = new AbortController();

function createStore(): AcpStore {
  const store = createAcpStore({ scheduler: "sync" });
  for (const sessionId of ["s1", "s2", "s3"]) store.openSession({ sessionId, cwd: "/p" });
  return store;
}

function edit(store: AcpStore, toolCallId: string, content: object): void {
  const fields = { toolCallId, title: "Edit", kind: "edit", status: "completed" };
  const update = { sessionUpdate: "tool_call", ...fields, content: [{ type: "diff", ...content }] };
  store.ingest({ sessionId: "s1", update });
}

async function readFirst(
  source: MentionSource,
  query: string,
  kind: Mention["kind"],
): Promise<unknown> {
  const found = await source.search(query, SESSION, signal);
  const mention = found.find((each) => each.kind === kind);
  return mention && source.read(mention, SESSION, signal);
}

describe("the other sessions", () => {
  it("finds those with a transcript in the store by their title or first prompt", async () => {
    const store = createStore();
    store.startTurn("s1", [{ type: "text", text: "This one" }]);
    store.startTurn("s2", [{ type: "text", text: "Fix the login" }]);
    const found = await createSessionMentions(store).search("", SESSION, signal);
    expect(found).toEqual([{ uri: "session:s2", kind: "session", label: "Fix the login" }]);
  });

  it("reads one as Markdown", async () => {
    const store = createStore();
    store.startTurn("s2", [{ type: "text", text: "Fix the login" }]);
    const source = createSessionMentions(store);
    expect(await readFirst(source, "login", "session")).toEqual({
      mimeType: "text/markdown",
      text: "## You\n\nFix the login\n\n*Not finished yet*\n",
    });
  });

  it("reads nothing from a session that was removed", async () => {
    const store = createStore();
    const source = createSessionMentions(store);
    const mention: Mention = { uri: "session:gone", kind: "session", label: "Gone" };
    expect(await source.read(mention, SESSION, signal)).toEqual({});
  });
});

describe("the changes of the session", () => {
  const createChanges = (store: AcpStore, readFile?: () => Promise<string>): MentionSource =>
    createChangeMentions({
      ...{ view: store, review: undefined, readFile, allChanges: "All changes" },
      changesIn: (file) => `Changes in ${file}`,
    });

  it("finds the files and their differences, the latest first", async () => {
    const store = createStore();
    edit(store, "1", { path: "/p/src/a.ts", oldText: "one\n", newText: "two\n" });
    edit(store, "2", { path: "/elsewhere/b.ts", oldText: "one\n", newText: "two\n" });
    const found = await createChanges(store).search("", SESSION, signal);
    expect(found).toEqual([
      {
        ...{ uri: "file:///elsewhere/b.ts", kind: "change", label: "b.ts" },
        ...{ text: "/elsewhere/b.ts", detail: "/elsewhere" },
      },
      {
        ...{ uri: "file:///p/src/a.ts", kind: "change", label: "a.ts" },
        ...{ text: "src/a.ts", detail: "src" },
      },
      { uri: "diff:", kind: "diff", label: "All changes" },
      { uri: "diff:/elsewhere/b.ts", kind: "diff", label: "Changes in /elsewhere/b.ts" },
      { uri: "diff:src/a.ts", kind: "diff", label: "Changes in src/a.ts" },
    ]);
  });

  it("finds nothing before the first change", async () => {
    expect(await createChanges(createStore()).search("", SESSION, signal)).toEqual([]);
  });

  it("reads the difference of one file or of all as a patch", async () => {
    const store = createStore();
    edit(store, "1", { path: "/p/a.ts", oldText: "one\nsame\n", newText: "two\nsame\n" });
    edit(store, "2", { path: "/p/b.ts", oldText: null, newText: "new\n" });
    const changes = createChanges(store);
    const mimeType = "text/x-diff";
    const patchOfA = "--- a.ts\n+++ a.ts\n@@\n-one\n+two\n same\n";
    expect(await readFirst(changes, "in a.ts", "diff")).toEqual({ mimeType, text: patchOfA });
    expect(await readFirst(changes, "All", "diff")).toEqual({
      mimeType,
      text: `--- b.ts\n+++ b.ts\n@@\n+new\n${patchOfA}`,
    });
  });

  it("reads a file with the reader of the application, or not at all", async () => {
    const store = createStore();
    edit(store, "1", { path: "/p/a.ts", oldText: "one\n", newText: "two\n" });
    const readFile = async (): Promise<string> => "The file";
    expect(await readFirst(createChanges(store, readFile), "a", "change")).toEqual({
      text: "The file",
    });
    expect(await readFirst(createChanges(store), "a", "change")).toEqual({});
  });
});
