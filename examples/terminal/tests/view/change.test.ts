import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { scriptedAgent } from "@acp-store/testing";
import type { Hunk, ReviewedFile, ReviewTexts } from "@acp-store/review";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type Change,
  formatChangedLines,
  formatChangeTitle,
  formatReasons,
  listChanges,
} from "../../src/view/change.js";
import { toPlain } from "../support/plain.js";

const NO_TEXTS: ReviewTexts = { base: null, current: null };
const BY_AGENT = { agentId: "a", sessionId: "s", evidence: "fs" } as const;

function createChange(hunk: Partial<Hunk> = {}, file: Partial<ReviewedFile> = {}): Change {
  const changed: Hunk = {
    ...{ hunkId: "h", base: [1, 2], current: [1, 2], protected: false },
    origins: [{ lines: [1, 2], by: BY_AGENT }],
    ...hunk,
  };
  return {
    file: {
      ...{ path: "src/a.ts", base: "old", current: "new", revision: 1, kind: "text" },
      ...{ change: "modify", hunks: [changed], added: 1, removed: 1 },
      ...file,
    },
    hunk: changed,
    number: 1,
  };
}

const formatTitle = (change: Change): string => toPlain(formatChangeTitle(change, () => "agent"));
const formatLines = (change: Change, texts = NO_TEXTS): string[] =>
  formatChangedLines(change, texts).map(toPlain);

describe("formatChangeTitle", () => {
  it("names each author once", () => {
    const origins: Hunk["origins"] = [
      { lines: [1, 2], by: BY_AGENT },
      { lines: [2, 3], by: "user" },
      { lines: [3, 4], by: { ...BY_AGENT, evidence: "command" } },
      { lines: [4, 5], by: BY_AGENT },
    ];
    expect(formatTitle(createChange({ origins }))).toBe(
      "Change 1 of 1 in src/a.ts:2 · agent, you, command",
    );
  });

  it("names the agent of a command if there are several", () => {
    const origins = [{ lines: [1, 2], by: { ...BY_AGENT, evidence: "command" } }] as const;
    const title = formatChangeTitle(createChange({ origins }), () => "gemini");
    expect(toPlain(title)).toContain("· command of gemini");
  });

  it.each([
    [{ change: "delete" }, "deleted file"],
    [{ change: "add", oldPath: "b.ts" }, "new file, moved from b.ts"],
  ] as const)("tells what happened to the file: %j", (file, tags) => {
    expect(formatTitle(createChange({ current: [0, 0] }, file))).toBe(
      `Change 1 of 1 in src/a.ts · agent, ${tags}`,
    );
  });

  it("tells that only white space differs", () => {
    expect(formatTitle(createChange({ cosmetic: "white-space" }))).toContain("white space only");
  });
});

describe("formatChangedLines", () => {
  it("shows the old and the new lines between unchanged lines", () => {
    const texts = { base: "1\n2\r\n3\n4\n5\n", current: "1\ntwo\n3\n4\n5\n" };
    expect(formatLines(createChange(), texts)).toEqual([" 1", "-2", "+two", " 3", " 4"]);
  });

  it.each([
    [{ kind: "binary" }, "The file is not a text. It is decided as a whole."],
    [{ noBase: true, change: "add" }, "Nobody knows the file from before. It can only be kept."],
    [{ change: "mode" }, "The permissions have changed."],
  ] as const)("explains a change that is not about lines: %j", (file, note) => {
    expect(formatLines(createChange({ base: [0, 0], current: [0, 0] }, file))).toEqual([note]);
  });
});

describe("formatReasons", () => {
  it("names the tool call and the prompt of each author once", async () => {
    const store = createAcpStore();
    const scripted = scriptedAgent({
      info: { name: "scripted", title: "Scripted agent", version: "1.0.0" },
      onPrompt: (turn) => turn.read("a.ts", ""),
    });
    const agent = await connectAgent(store, scripted.connect);
    onTestFinished(() => agent.close());
    const { sessionId } = await agent.newSession({ cwd: "/work" });
    await agent.prompt(sessionId, `Fix ${"x".repeat(500)}`);
    const { turns, toolCalls } = store.getState().sessions.get(sessionId) ?? {};
    const [turnId = ""] = turns?.keys() ?? [];
    const [toolCallId = ""] = toolCalls?.keys() ?? [];
    const by = { agentId: "a", sessionId, turnId, toolCallId, evidence: "fs" } as const;
    const origins: Hunk["origins"] = [
      { lines: [1, 2], by },
      { lines: [2, 3], by: "user" },
      { lines: [3, 4], by },
      { lines: [4, 5], by: { ...by, agentId: "other" } },
    ];
    const reasons = formatReasons(createChange({ origins }), (agentId) =>
      agentId === "a" ? store.getState() : undefined,
    );
    expect(reasons.map(toPlain)).toEqual([
      expect.stringMatching(
        /^Scripted agent wrote this in “Read a\.ts”, for the prompt “Fix x{196}…”\.$/,
      ),
      "You wrote lines of this change.",
      "The agent wrote this.",
    ]);
  });
});

describe("listChanges", () => {
  it("lists the changes in the order of the paths", () => {
    const files = ["b", "a"].map((path) => [path, createChange({}, { path }).file] as const);
    const changes = listChanges({ files: new Map(files) });
    expect(changes.map(({ file }) => file.path)).toEqual(["a", "b"]);
  });
});
