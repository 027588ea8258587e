import { rmSync } from "node:fs";
import { join } from "node:path";
import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { memoryStorage } from "@acp-store/persist";
import { scriptedAgent } from "@acp-store/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createReview } from "../src/createReview.js";
import { writeFiles } from "./support/folders.js";
import { memoryBlobs, MemoryFiles } from "./support/memoryFiles.js";
import { openProject } from "./support/openProject.js";

// Other reviews have lost work in these cases. The comments name the reports.

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);
const TEXT = LINES.join("");

describe("a decision", () => {
  // zed#34108
  it("rejects only the hunk that it names", async () => {
    const project = await openProject({ "a.txt": TEXT, "b.txt": TEXT });
    const { review } = project;
    await project.prompt(async (_turn, tools) => {
      await tools.run("sed -i -e s/3/three/ -e s/9/nine/ a.txt b.txt");
    });
    const changed = LINES.map((line) => line.replace("3", "three").replace("9", "nine"));
    const { hunks = [] } = review.getState().files.get("a.txt") ?? {};
    const [first] = hunks;
    await review.reject({ path: "a.txt", hunkId: first?.hunkId ?? "" });
    expect(project.text("a.txt")).toBe(changed.with(3, "line 3\n").join(""));
    expect(project.text("b.txt")).toBe(changed.join(""));
    expect(review.getState().files.get("a.txt")?.hunks).toHaveLength(hunks.length - 1);
  });

  // agentbridge#417
  it("keeps files that other programs have changed and deleted since", async () => {
    const project = await openProject({ "a.txt": TEXT, "b.txt": TEXT });
    const { review } = project;
    await project.prompt(async (_turn, tools) => {
      await tools.edit("a.txt", "line 3\n", "three\n");
      await tools.edit("b.txt", "line 3\n", "three\n");
    });
    project.write("a.txt", `${TEXT}more\n`);
    project.write("b.txt", null);
    await review.keep("all");
    expect(review.getState().files.size).toBe(0);
    expect(project.text("a.txt")).toBe(`${TEXT}more\n`);
    expect(project.text("b.txt")).toBeUndefined();
  });

  // zed#58210
  it("leaves rejected lines readable", async () => {
    const project = await openProject({ "a.txt": TEXT });
    await project.prompt((_turn, tools) => tools.edit("a.txt", "line 3\n", "three\n"));
    await project.review.reject("all");
    const review = await project.reopen();
    const versions = await review.versions("a.txt");
    expect(versions.map(({ text }) => text)).toEqual([
      TEXT,
      LINES.with(3, "three\n").join(""),
      TEXT,
    ]);
  });

  // vscode#337279
  it("leaves one hunk decided after the review was opened again", async () => {
    const project = await openProject({ "a.txt": TEXT });
    await project.prompt(async (_turn, tools) => {
      await tools.edit("a.txt", "line 3\n", "three\n");
      await tools.edit("a.txt", "line 15\n", "fifteen\n");
    });
    const [first, second] = project.review.getState().files.get("a.txt")?.hunks ?? [];
    await project.review.keep({ path: "a.txt", hunkId: first?.hunkId ?? "" });
    const review = await project.reopen();
    const { hunks = [] } = review.getState().files.get("a.txt") ?? {};
    expect(hunks).toEqual([second]);
    await review.reject("all");
    expect(project.text("a.txt")).toBe(LINES.with(3, "three\n").join(""));
  });

  // vscode#273964
  it("empties no file if the old contents are gone", async () => {
    const project = await openProject({ "a.txt": TEXT, "b.txt": TEXT });
    await project.prompt(async (_turn, tools) => {
      await tools.edit("a.txt", "line 3\n", "three\n");
      await tools.edit("b.txt", "line 3\n", "three\n");
    });
    await project.review.reject({ path: "b.txt" });
    await project.review.close();
    rmSync(join(project.dir, "contents"), { recursive: true });
    const before = project.tree();
    const review = await project.reopen();
    await review.reject("all");
    await expect(review.undo()).rejects.toThrow("is missing");
    expect(project.tree()).toEqual(before);
  });
});

describe("a restore", () => {
  // copilot-cli#1675
  it("leaves new files of the user alone", async () => {
    const project = await openProject({ "a.txt": TEXT });
    const { review } = project;
    await project.prompt((_turn, tools) => tools.run("echo agent > new.txt"));
    project.write("mine/new.txt", "user\n");
    const [checkpoint] = review.getState().checkpoints;
    const plan = await review.planRestore(checkpoint?.checkpointId ?? "");
    expect(plan.leftAlone).toEqual([{ path: "mine/new.txt", reason: "others" }]);
    await review.restore(plan);
    expect(project.text("mine/new.txt")).toBe("user\n");
    expect(project.text("new.txt")).toBeUndefined();
  });

  it("leaves an ignored file alone that the session has edited, and reports it", async () => {
    const project = await openProject({ ".gitignore": "*.local\n", "a.txt": TEXT });
    const { review } = project;
    writeFiles(project.folder, { "my.local": TEXT });
    await project.prompt(async (_turn, tools) => {
      await tools.edit("my.local", "line 3\n", "three\n");
      await tools.edit("a.txt", "line 3\n", "three\n");
    });
    const [checkpoint] = review.getState().checkpoints;
    const plan = await review.planRestore(checkpoint?.checkpointId ?? "");
    expect(plan.files.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(plan.leftAlone).toEqual([{ path: "my.local", reason: "left-out" }]);
    await review.restore(plan);
    expect(project.text("a.txt")).toBe(TEXT);
    expect(project.text("my.local")).toBe(LINES.with(3, "three\n").join(""));
  });
});

describe("a review of several sessions of one agent", () => {
  it("has one base and the session of each line", async () => {
    const project = await openProject({ "a.txt": TEXT });
    const { review, agent, folder } = project;
    await project.prompt((_turn, tools) => tools.edit("a.txt", "line 3\n", "three\n"));
    const second = await agent.newSession({ cwd: folder });
    await project.prompt(
      (_turn, tools) => tools.edit("a.txt", "line 15\n", "fifteen\n"),
      "Change files",
      second.sessionId,
    );
    const { hunks = [] } = review.getState().files.get("a.txt") ?? {};
    expect(hunks.map(({ origins }) => origins[0]?.by)).toMatchObject([
      { sessionId: project.sessionId },
      { sessionId: second.sessionId },
    ]);
    expect((await review.texts("a.txt")).base).toBe(TEXT);
  });

  // zed#58932
  it("has the edits of a subagent, which stay if the user rejects another file", async () => {
    const project = await openProject({ "a.txt": TEXT, "b.txt": TEXT });
    const { review, folder } = project;
    const text = LINES.with(3, "three\n").join("");
    await project.prompt(async (turn, tools) => {
      await tools.edit("a.txt", "line 3\n", "three\n");
      const subagent = await turn.subagent("Help");
      const path = join(folder, "b.txt");
      const diff = { type: "diff" as const, path, oldText: "line 3\n", newText: "three\n" };
      const call = await subagent.call({ title: "Edit", kind: "edit", content: [diff] });
      tools.write("b.txt", text);
      await call.complete();
      await subagent.end();
    });
    await review.reject({ path: "a.txt" });
    expect(project.text("a.txt")).toBe(TEXT);
    expect(project.text("b.txt")).toBe(text);
    const [hunk] = review.getState().files.get("b.txt")?.hunks ?? [];
    const [turn] = review.getState().turns;
    expect(hunk?.origins[0]?.by).toMatchObject({ evidence: "diff", turnId: turn?.turnId });
    await review.reject("all");
    expect(project.text("b.txt")).toBe(TEXT);
    const { feedback } = review.getState();
    expect(feedback).toMatchObject([{ sessionId: project.sessionId }]);
    expect(feedback[0]?.text).toContain("b.txt\n```diff\n-three\n+line 3\n```");
  });
});

describe("a review without git", () => {
  it("finds unreported changes in copies of the files, and restores them", async () => {
    const project = await openProject({ "a.txt": TEXT });
    await project.agent.close();
    vi.stubEnv("PATH", "");
    onTestFinished(() => void vi.unstubAllEnvs());
    const review = await project.reopen();
    const agent = await project.connect("", review);
    await agent.prompt(async (_turn, tools) => tools.write("a.txt", "changed\n"));
    expect(review.getState().files.get("a.txt")?.hunks[0]?.protected).toBe(true);
    const [checkpoint] = review.getState().checkpoints;
    await review.restore(
      await review.planRestore(checkpoint?.checkpointId ?? "", { scope: "all" }),
    );
    expect(project.text("a.txt")).toBe(TEXT);
  });

  it("reviews only reported changes of a folder that is too large, and says so", async () => {
    const files = new MemoryFiles();
    const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
    const write = (path: string, text: string): void =>
      files.set(path, { bytes: encode(text), mode: "regular" });
    write("a.txt", TEXT);
    const review = await createReview({
      ...{ folders: ["/folder"], files, blobs: memoryBlobs(), storage: memoryStorage() },
      snapshots: {
        take: () => Promise.reject(new Error("The folder is too large.")),
        compare: async () => [],
        read: async () => null,
        prune: async () => {},
      },
    });
    onTestFinished(() => review.close());
    const store = createAcpStore();
    const { connect } = scriptedAgent({
      async onPrompt(turn) {
        const diff = {
          ...{ type: "diff" as const, path: "/folder/a.txt" },
          ...{ oldText: "line 3\n", newText: "three\n" },
        };
        const call = await turn.call({ title: "Edit", kind: "edit", content: [diff] });
        await review.flush();
        write("a.txt", LINES.with(3, "three\n").join(""));
        await call.complete();
        write("b.txt", "unreported\n");
      },
    });
    const agent = await connectAgent(store, connect, review.add(store));
    onTestFinished(() => agent.close());
    const { sessionId } = await agent.newSession({ cwd: "/folder" });
    await agent.prompt(sessionId, "Change files");
    await review.flush();
    expect([...review.getState().files.keys()]).toEqual(["a.txt"]);
    expect((await review.texts("a.txt")).base).toBe(TEXT);
    expect(review.getState().findsUnreported).toBe(false);
  });
});
