import { createAcpStore, selectMessages } from "@acp-store/core";
import { memoryStorage } from "@acp-store/persist";
import { describe, expect, it, onTestFinished } from "vitest";
import { createReview, type Review } from "../src/createReview.js";
import type { Files } from "../src/files.js";
import { memoryFolder } from "../src/memoryFolder.js";
import type { Origin } from "../src/model/origin.js";
import { type OpenProject, openProject } from "./support/openProject.js";
import { runGit } from "./support/folders.js";

const LINES = Array.from({ length: 30 }, (_, index) => `line ${index}\n`);
const TEXT = LINES.join("");

/** Returns the evidence of each hunk of a file, or who else wrote it. */
function authorsOf(review: Pick<Review, "getState">, path: string): readonly string[] {
  const nameOf = (by: Origin): string => (typeof by === "string" ? by : by.evidence);
  const hunks = review.getState().files.get(path)?.hunks ?? [];
  return hunks.map(({ origins }) => [...new Set(origins.map(({ by }) => nameOf(by)))].join("+"));
}

/** Rejects everything, and expects that the folder has its old content. */
async function expectRejected(project: OpenProject, before: Record<string, string>): Promise<void> {
  const { review } = project;
  const { outcomes } = await review.reject("all", { include: ["user", "unknown"] });
  expect([...new Set(outcomes.values())]).toEqual(["done"]);
  expect(project.tree()).toEqual(before);
  expect(review.getState().files.size).toBe(0);
}

it("follows a turn that ends before the store reports its start", async () => {
  const store = { scheduler: () => {} };
  const project = await openProject({ "a.ts": TEXT }, { store });
  for (const text of ["one\n", "two\n"])
    await project.prompt(async (_turn, tools) => tools.write("a.ts", text));
  const { checkpoints, turns, files } = project.review.getState();
  expect(checkpoints).toHaveLength(2);
  expect(turns.map(({ paths }) => paths)).toEqual([["a.ts"], ["a.ts"]]);
  expect(files.get("a.ts")?.hunks[0]?.protected).toBe(true);
});

it("does not take what an agent writes for the user's because nobody worked a moment before", async () => {
  const folder = memoryFolder({ "a.ts": TEXT });
  const { blobs, snapshots } = folder;
  let reportChange = (_paths: readonly string[]): void => {};
  const files: Files = {
    ...folder.files,
    watch(onChange) {
      reportChange = onChange;
      return () => {};
    },
  };
  const storage = memoryStorage();
  const review = await createReview({ folders: ["/w"], files, blobs, snapshots, storage });
  onTestFinished(() => review.close());
  const store = createAcpStore({ scheduler: "sync" });
  review.add(store);
  store.openSession({ sessionId: "s1", cwd: "/w" });
  store.startTurn("s1", [{ type: "text", text: "One" }]);
  await review.flush();
  folder.write("a.ts", LINES.with(3, "one\n").join(""));
  store.endTurn("s1", { stopReason: "end_turn" });
  await review.flush();
  expect(authorsOf(review, "a.ts")).toEqual(["unknown"]);

  folder.write("a.ts", LINES.with(3, "one\n").with(25, "user\n").join(""));
  reportChange(["a.ts"]);
  store.startTurn("s1", [{ type: "text", text: "Two" }]);
  folder.write("a.ts", LINES.with(3, "one\n").with(15, "two\n").with(25, "user\n").join(""));
  await review.flush();
  expect((await review.texts("a.ts")).base).toBe(TEXT);
});

describe("a change of an agent", () => {
  it("belongs to the call that reports it, even as an excerpt", async () => {
    const project = await openProject({ "a.ts": TEXT, "b.ts": "const a = 1;\nconst b = 1;\n" });
    const before = project.tree();
    await project.prompt(async (_turn, tools) => {
      await tools.edit("a.ts", "line 3\n", "three\n");
      await tools.edit("a.ts", "line 20\nline 21\n", "line 20\nnew\nline 21\n");
      await tools.edit("b.ts", "b = 1", "b = 2");
      await tools.edit("b.ts", "b = 2", "b = 3");
    });
    const { review } = project;
    expect(authorsOf(review, "a.ts")).toEqual(["diff", "diff"]);
    expect(authorsOf(review, "b.ts")).toEqual(["diff"]);
    const [origin] = review.getState().files.get("a.ts")?.hunks[0]?.origins ?? [];
    expect(origin?.by).toMatchObject({
      agentId: "",
      sessionId: project.sessionId,
      evidence: "diff",
    });
    await expectRejected(project, before);
  });

  // pi PR 5521
  it("belongs to the only command that runs", async () => {
    const project = await openProject({ "a.ts": TEXT, "old.ts": "x\n", "run.sh": "#!/bin/sh\n" });
    const before = project.tree();
    await project.prompt(async (_turn, tools) => {
      await tools.run("sed -i s/3/three/ a.ts; rm old.ts; echo new > new.ts; chmod +x run.sh");
    });
    const { files } = project.review.getState();
    expect(Array.from(files.values(), ({ path, change }) => `${change} ${path}`).sort()).toEqual([
      "add new.ts",
      "delete old.ts",
      "mode run.sh",
      "modify a.ts",
    ]);
    for (const path of files.keys())
      expect([path, new Set(authorsOf(project.review, path))]).toEqual([
        path,
        new Set(["command"]),
      ]);
    await expectRejected(project, before);
  });

  // opencode#47484, claude-agent-acp#333
  it("is unknown if nobody reports it, and is not rejected in bulk", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const before = project.tree();
    await project.prompt(async (_turn, tools) =>
      tools.write("a.ts", LINES.with(5, "five\n").join("")),
    );
    expect(authorsOf(project.review, "a.ts")).toEqual(["unknown"]);
    expect((await project.review.reject("all")).outcomes.get("a.ts")).toBe("protected");
    await expectRejected(project, before);
  });

  it("is unknown if the turn ends that made it while a command of another agent is running", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const other = await project.connect("other");
    const [first, second] = [await project.begin(), await other.begin()];
    await second.turn.call({ title: "Wait", kind: "execute", status: "in_progress" });
    await project.review.flush();
    first.tools.write("a.ts", LINES.with(5, "five\n").join(""));
    await first.end();
    await project.review.flush();
    expect(authorsOf(project.review, "a.ts")).toEqual(["unknown"]);
    await second.end();
  });

  it("goes through the client, which looks at the file first", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { review } = project;
    await project.prompt(async (_turn, tools) => {
      project.write("a.ts", LINES.with(1, "of the user\n").join(""));
      await review.userEdited("a.ts");
      await tools.writeThroughClient("a.ts", LINES.with(20, "twenty\n").join(""));
    });
    expect(authorsOf(review, "a.ts")).toEqual(["fs", "fs"]);
    expect((await review.texts("a.ts")).base).toBe(LINES.with(1, "of the user\n").join(""));
  });

  it("starts from the file when the turn began, not when it was first looked at", async () => {
    const project = await openProject({ "a.ts": TEXT });
    await project.prompt(async (_turn, tools) => {
      tools.write("a.ts", LINES.with(5, "five\n").join(""));
      await tools.edit("a.ts", "line 6\n", "six\n");
    });
    expect((await project.review.texts("a.ts")).base).toBe(TEXT);
  });

  it("is found in 200 files of one command", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`src/${index}.ts`, TEXT]),
    );
    const project = await openProject(files);
    const before = project.tree();
    await project.prompt(async (_turn, tools) => tools.run("sed -i s/7/seven/ src/*.ts"));
    expect(project.review.getState().files.size).toBe(200);
    await expectRejected(project, before);
    expect(runGit(project.folder, "status", "--porcelain")).toBe("");
  });
});

describe("an edit of the user", () => {
  // t3code#11528
  it("is accepted between turns", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { review } = project;
    await project.prompt((_turn, tools) => tools.edit("a.ts", "line 3\n", "three\n"));
    project.write("a.ts", LINES.with(3, "three\n").with(20, "of the user\n").join(""));
    await review.flush();
    expect(authorsOf(review, "a.ts")).toEqual(["diff"]);
    await review.reject("all");
    expect(project.text("a.ts")).toBe(LINES.with(20, "of the user\n").join(""));
  });

  it("stays the user's if it says so in a turn", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { review } = project;
    await project.prompt(async (_turn, tools) => {
      project.write("a.ts", LINES.with(20, "of the user\n").join(""));
      await review.userEdited("a.ts");
      await tools.edit("a.ts", "line 3\n", "three\n");
    });
    expect(authorsOf(review, "a.ts")).toEqual(["diff"]);
    await review.reject("all");
    expect(project.text("a.ts")).toBe(LINES.with(20, "of the user\n").join(""));
  });

  it("is told apart from what others have written before, if it saves the file itself", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { review, folder } = project;
    await project.prompt(async (_turn, tools) => {
      // Nobody has looked at this edit when the user saves.
      tools.write("a.ts", LINES.with(3, "of somebody\n").join(""));
      const isWritten = await review.userEdited(`${folder}/a.ts`, async () => {
        project.write("a.ts", LINES.with(3, "of somebody\n").with(20, "of the user\n").join(""));
        return true;
      });
      expect(isWritten).toBe(true);
    });
    expect(authorsOf(review, "a.ts")).toEqual(["unknown"]);
    await review.reject("all", { include: ["unknown"] });
    expect(project.text("a.ts")).toBe(LINES.with(20, "of the user\n").join(""));
  });

  it("is nothing if the file was not written, or is not in the folder", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { review } = project;
    const saved: string[] = [];
    await project.prompt(async (_turn, tools) => {
      const isWritten = await review.userEdited("a.ts", async () => {
        tools.write("a.ts", LINES.with(3, "of somebody\n").join(""));
        return false;
      });
      expect(isWritten).toBe(false);
      await review.userEdited("/elsewhere/a.ts", async () => Boolean(saved.push("elsewhere")));
      await expect(
        review.userEdited("a.ts", () => Promise.reject(new Error("full"))),
      ).rejects.toThrow("full");
    });
    expect(saved).toEqual(["elsewhere"]);
    expect(authorsOf(review, "a.ts")).toEqual(["unknown"]);
  });
});

describe("a rejection", () => {
  // stvena PR 10
  it("waits for the end of the turn that wrote the lines, and can be taken back until then", async () => {
    const project = await openProject({ "a.ts": TEXT, "b.ts": TEXT });
    const { review } = project;
    await project.prompt(async (_turn, tools) => {
      await tools.edit("a.ts", "line 3\n", "three\n");
      await tools.edit("b.ts", "line 3\n", "three\n");
      await review.flush();
      const result = await review.reject("all");
      expect([...result.outcomes.values()]).toEqual(["queued", "queued"]);
      expect(project.text("a.ts")).toContain("three\n");
      const [, second] = review.getState().queued;
      await review.unqueue({ path: second?.path ?? "", hunkId: second?.hunkId ?? "" });
    });
    expect(project.text("a.ts")).toBe(TEXT);
    expect(project.text("b.ts")).toContain("three\n");
    expect(review.getState().queued).toEqual([]);
  });

  it("is carried out at once if the caller says so", async () => {
    const project = await openProject({ "a.ts": TEXT });
    await project.prompt(async (_turn, tools) => {
      await tools.edit("a.ts", "line 3\n", "three\n");
      await project.review.flush();
      await project.review.reject("all", { when: "now" });
      expect(project.text("a.ts")).toBe(TEXT);
    });
  });

  it("stops waiting if it is carried out before the end of the turn", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { review } = project;
    await project.prompt(async (_turn, tools) => {
      await tools.edit("a.ts", "line 3\n", "three\n");
      await review.flush();
      await review.reject("all");
      const [waiting] = review.getState().queued;
      await review.reject({ path: "a.ts", hunkId: waiting?.hunkId ?? "" }, { when: "now" });
      expect(review.getState().queued).toEqual([]);
      expect(project.text("a.ts")).toBe(TEXT);
    });
  });

  it("is told to the agent once, with the next prompt", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { review, sessionId } = project;
    await project.prompt((_turn, tools) => tools.edit("a.ts", "line 3\n", "three\n"));
    await review.reject("all");
    expect(review.getState().feedback).toMatchObject([{ sessionId, agentId: "" }]);
    const prompts: string[] = [];
    await project.prompt(async (turn) => void prompts.push(turn.text), "Go on");
    await project.prompt(async (turn) => void prompts.push(turn.text), "Again");
    expect(prompts[0]).toContain("Go on");
    expect(prompts[0]).toContain("a.ts\n```diff\n-three\n+line 3\n```");
    expect(prompts[1]).toBe("Again");
    expect(review.getState().feedback).toEqual([]);
  });

  it("is told if it was undone and repeated, or if it could not be undone", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { review } = project;
    await project.prompt((_turn, tools) => tools.edit("a.ts", "line 3\n", "three\n"));
    await review.reject("all");
    const told = review.getState().feedback;
    expect(told).toHaveLength(1);
    await review.undo();
    expect(review.getState().feedback).toEqual([]);
    const reopened = await project.reopen();
    await reopened.redo();
    expect(reopened.getState().feedback).toEqual(told);
    project.write("a.ts", LINES.with(3, "of the user\n").join(""));
    expect((await reopened.undo()).outcomes.get("a.ts")).toBe("conflict");
    expect(reopened.getState().feedback).toEqual(told);
  });

  it("is not told if it was undone or removed", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { review, sessionId } = project;
    await project.prompt((_turn, tools) => tools.edit("a.ts", "line 3\n", "three\n"));
    await review.reject("all");
    await review.undo();
    expect(review.getState().feedback).toEqual([]);
    await review.redo();
    await review.undo();
    await review.reject("all");
    await review.removeFeedback({ agentId: "", sessionId });
    const prompts: string[] = [];
    await project.prompt(async (turn) => void prompts.push(turn.text), "Go on");
    expect(prompts).toEqual(["Go on"]);
  });

  it("takes back the lines of a turn only if it names everybody who wrote in them", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { review } = project;
    await project.prompt(async (_turn, tools) => {
      await tools.edit("a.ts", "line 3\n", "three\n");
      tools.write("a.ts", LINES.with(3, "three\nunreported\n").join(""));
    });
    const [turn] = review.getState().turns;
    const target = { turnId: turn?.turnId ?? "" };
    for (const include of [[], ["user"]] as const) {
      const { outcomes } = await review.reject(target, { include });
      expect([...outcomes]).toEqual([["a.ts", "protected"]]);
    }
    await review.reject(target, { include: ["unknown"] });
    expect(project.text("a.ts")).toBe(TEXT);
  });

  it("takes back what a turn changed, and leaves later edits", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { review } = project;
    await project.prompt((_turn, tools) => tools.edit("a.ts", "line 3\n", "three\n"));
    await review.keep("all");
    await project.prompt((_turn, tools) => tools.edit("a.ts", "line 20\n", "twenty\n"));
    const [first] = review.getState().turns;
    await review.reject({ turnId: first?.turnId ?? "" });
    expect(project.text("a.ts")).toBe(LINES.with(20, "twenty\n").join(""));
    await review.undo();
    expect(project.text("a.ts")).toBe(LINES.with(3, "three\n").with(20, "twenty\n").join(""));
  });
});

describe("a checkpoint", () => {
  // zed#28676, vscode#276353
  it("is restored with the files that were created and deleted since, and that can be undone", async () => {
    const project = await openProject({ "a.ts": TEXT, "old.ts": "x\n", "mine.ts": "1\n" });
    const { review } = project;
    const before = project.tree();
    await project.prompt(async (_turn, tools) => {
      await tools.edit("a.ts", "line 3\n", "three\n");
      await tools.run("rm old.ts; echo new > new.ts");
    });
    project.write("mine.ts", "2\n");
    await review.flush();
    await review.keep("all");
    const after = project.tree();
    const [checkpoint] = review.getState().checkpoints;
    const plan = await review.planRestore(checkpoint?.checkpointId ?? "");
    expect(plan.files.map(({ path, action }) => [path, action])).toEqual([
      ["a.ts", "write"],
      ["new.ts", "delete"],
      ["old.ts", "create"],
    ]);
    expect(plan.leftAlone).toEqual([{ path: "mine.ts", reason: "others" }]);
    await review.restore(plan);
    expect(project.tree()).toEqual({ ...before, "mine.ts": after["mine.ts"] });
    expect(review.getState().files.size).toBe(0);
    await review.undo();
    expect(project.tree()).toEqual(after);
    const all = await review.planRestore(checkpoint?.checkpointId ?? "", { scope: "all" });
    await review.restore(all);
    expect(project.tree()).toEqual(before);
  });

  it("is not restored over an edit that the plan has not seen", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { review } = project;
    await project.prompt((_turn, tools) => tools.edit("a.ts", "line 3\n", "three\n"));
    const [checkpoint] = review.getState().checkpoints;
    const plan = await review.planRestore(checkpoint?.checkpointId ?? "");
    project.write("a.ts", "of the user\n");
    expect((await review.restore(plan)).outcomes.get("a.ts")).toBe("changed");
    expect(project.text("a.ts")).toBe("of the user\n");
  });

  it("is not restored while a turn is running", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { review } = project;
    await project.prompt((_turn, tools) => tools.edit("a.ts", "line 3\n", "three\n"));
    const [checkpoint] = review.getState().checkpoints;
    const plan = await review.planRestore(checkpoint?.checkpointId ?? "");
    expect(plan.files).toHaveLength(1);
    await project.prompt(async () => {
      expect((await review.restore(plan)).outcomes.get("a.ts")).toBe("changed");
    });
    expect(project.text("a.ts")).toContain("three\n");
  });
});

describe.each([1, 2] as const)("a checkpoint in version %i", (version) => {
  it.each([
    { name: "@agentclientprotocol/claude-agent-acp", version: "0.100.0" },
    { name: "qwen-code", version: "0.24.4" },
  ])("is restored together with the conversation of $name", async (info) => {
    const project = await openProject({ "a.ts": TEXT }, { version, info });
    const { review, store, agent } = project;
    await project.prompt(async (turn, tools) => {
      await tools.edit("a.ts", "line 3\n", "three\n");
      await turn.say("Done.");
    }, "One");
    await project.prompt((_turn, tools) => tools.edit("a.ts", "line 9\n", "nine\n"), "Two");
    await project.prompt(async (turn) => turn.say("Done."), "Three");
    const { sessionId, messageId = "", checkpointId = "" } = review.getState().checkpoints[1] ?? {};
    await review.restore(await review.planRestore(checkpointId));
    const rewound = await agent.rewindSession({ sessionId: sessionId ?? "", messageId });
    await review.flush();
    expect(project.text("a.ts")).toBe(LINES.with(3, "three\n").join(""));
    expect(authorsOf(review, "a.ts")).toEqual(["diff"]);
    const messages = selectMessages(store.getState(), rewound.sessionId);
    expect(messages.map(({ content }) => content[0])).toMatchObject([
      { text: "One" },
      { text: "Done." },
    ]);
  });
});

describe("a review that is opened again", () => {
  it("has the undecided changes, and those from while it was closed", async () => {
    const project = await openProject({ "a.ts": TEXT });
    await project.prompt((_turn, tools) => tools.edit("a.ts", "line 3\n", "three\n"));
    const saved = JSON.stringify([...project.review.getState().files]);
    await project.review.close();
    const review = await project.reopen();
    expect(JSON.stringify([...review.getState().files]).replaceAll(/"revision":\d+/g, "")).toBe(
      saved.replaceAll(/"revision":\d+/g, ""),
    );
    await review.reject("all");
    expect(project.text("a.ts")).toBe(TEXT);
  });
});

describe("the history of a file", () => {
  it("keeps versions with their authors, even if their lines are gone from the disk and the base", async () => {
    const project = await openProject({ "a.ts": "one\n" });
    const { review } = project;
    await project.prompt(async (_turn, tools) => {
      project.write("a.ts", "of the user\n");
      await review.userEdited("a.ts");
      await tools.writeThroughClient("a.ts", "of the agent\n");
    });
    await review.keep("all");
    await review.close();
    const reopened = await project.reopen();
    const versions = await reopened.versions("a.ts");
    expect(versions.map(({ text }) => text)).toEqual(["of the user\n", "of the agent\n"]);
    expect(versions[0]?.by).toBe("user");
    expect(versions[1]?.by).toMatchObject({ evidence: "fs" });
  });
});
