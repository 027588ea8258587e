import { chmodSync, existsSync, lstatSync, readlinkSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createRepository, runGit, writeFiles } from "./support/folders.js";
import { type OpenProject, openProject } from "./support/openProject.js";

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);
const TEXT = LINES.join("");
const ALL = { include: ["user", "unknown"] } as const;

async function rejectAll({ review }: OpenProject): Promise<void> {
  await review.reject("all", ALL);
}

describe("a review of contents", () => {
  it.each([
    ["CRLF", "one\r\ntwo\r\nthree\r\n", "one\r\n2\r\nthree\r\n"],
    ["mixed line breaks", "one\r\ntwo\nthree\r", "one\ntwo\nthree\r"],
    ["a byte order mark", "\uFEFFone\ntwo\n", "\uFEFF1\ntwo\n"],
    ["no final line break", "one\ntwo", "one\ntwo\nthree"],
    ["a final line break that is removed", "one\ntwo\n", "one\ntwo"],
    ["an empty file", "", "text\n"],
    ["a file that is emptied", "text\n", ""],
  ])("restores files to the byte with %s", async (_, before, after) => {
    const project = await openProject({ "a.txt": before });
    const tree = project.tree();
    await project.prompt(async (_turn, tools) => tools.write("a.txt", after));
    expect(project.review.getState().files.has("a.txt")).toBe(true);
    await rejectAll(project);
    expect(project.tree()).toEqual(tree);
  });

  it.each([
    ["NUL", "binary", Buffer.from([1, 0, 2])],
    ["invalid UTF-8", "binary", Buffer.from([0x61, 0xff, 0xfe, 0x0a])],
    ["more than 5 MB", "large", Buffer.alloc(5_000_001, "line of text\n")],
  ])("decides files as a whole with %s", async (_, kind, bytes) => {
    const project = await openProject({ "a.bin": bytes });
    const tree = project.tree();
    const changed = Buffer.concat([bytes, Buffer.from("more\n")]);
    await project.prompt(async (_turn, tools) => tools.write("a.bin", changed));
    expect(project.review.getState().files.get("a.bin")).toMatchObject({
      ...{ kind, added: 0, removed: 0 },
      hunks: [{ base: [0, 1], current: [0, 1] }],
    });
    await rejectAll(project);
    expect(project.tree()).toEqual(tree);
  });

  it("tells an empty file from none", async () => {
    const project = await openProject({ "empty.txt": "", "old.txt": "" });
    const tree = project.tree();
    await project.prompt(async (_turn, tools) => {
      tools.write("old.txt", null);
      tools.write("new.txt", "");
    });
    const { files } = project.review.getState();
    expect(Array.from(files.values(), ({ path, change }) => `${change} ${path}`).sort()).toEqual([
      "add new.txt",
      "delete old.txt",
    ]);
    await rejectAll(project);
    expect(project.tree()).toEqual(tree);
  });

  it("marks hunks in which only line breaks or white space differ", async () => {
    const project = await openProject({ "a.txt": "one\ntwo\n", "b.txt": "a  b\n" });
    await project.prompt(async (_turn, tools) => {
      tools.write("a.txt", "one\r\ntwo\r\n");
      tools.write("b.txt", "a b\n");
    });
    const { files } = project.review.getState();
    expect(files.get("a.txt")?.hunks[0]?.cosmetic).toBe("line-breaks");
    expect(files.get("b.txt")?.hunks[0]?.cosmetic).toBe("white-space");
  });
});

describe("a review of a folder", () => {
  it("restores modes, links and names", async () => {
    const odd = 'odd "name" \\ ü\t.txt';
    const project = await openProject({ "run.sh": "#!/bin/sh\n", "a.txt": "a\n", [odd]: "odd\n" });
    symlinkSync("a.txt", join(project.folder, "link"));
    const tree = project.tree();
    await project.prompt(async (_turn, tools) => {
      chmodSync(join(project.folder, "run.sh"), 0o755);
      unlinkSync(join(project.folder, "link"));
      symlinkSync("run.sh", join(project.folder, "link"));
      tools.write(odd, "changed\n");
    });
    const { files } = project.review.getState();
    expect(files.get("run.sh")?.change).toBe("mode");
    expect(files.get("link")?.kind).toBe("link");
    expect(files.get(odd)?.change).toBe("modify");
    await rejectAll(project);
    expect(project.tree()).toEqual(tree);
    expect(readlinkSync(join(project.folder, "link"))).toBe("a.txt");
    expect(lstatSync(join(project.folder, "run.sh")).mode & 0o111).toBe(0);
  });

  it("shows a rename as a deletion and an addition", async () => {
    const project = await openProject({ "old.txt": TEXT });
    const tree = project.tree();
    await project.prompt((_turn, tools) => tools.run("mv old.txt new.txt"));
    const { files } = project.review.getState();
    expect(files.get("old.txt")?.change).toBe("delete");
    expect(files.get("new.txt")).toMatchObject({ change: "add", oldPath: "old.txt" });
    await rejectAll(project);
    expect(project.tree()).toEqual(tree);
  });

  // cline#14367
  it("keeps what was ignored before the agent emptied .gitignore", async () => {
    const project = await openProject({ ".gitignore": "*.log\nbuild/\n", "a.txt": "a\n" });
    writeFiles(project.folder, { "my.log": "log\n", "build/out.js": "out\n" });
    await project.prompt(async (_turn, tools) => tools.write(".gitignore", ""));
    const { review } = project;
    expect([...review.getState().files.keys()]).toEqual([".gitignore"]);
    const [checkpoint] = review.getState().checkpoints;
    const plan = await review.planRestore(checkpoint?.checkpointId ?? "", { scope: "all" });
    expect(plan.files.map(({ path }) => path)).toEqual([".gitignore"]);
    await review.restore(plan);
    expect(project.text("my.log")).toBe("log\n");
    expect(project.text("build/out.js")).toBe("out\n");
    expect(project.text(".gitignore")).toBe("*.log\nbuild/\n");
  });

  it("follows an ignored file that is reported", async () => {
    const project = await openProject({ ".gitignore": "*.local\n" });
    writeFiles(project.folder, { "my.local": TEXT });
    await project.prompt((_turn, tools) => tools.edit("my.local", "line 3\n", "three\n"));
    expect(project.review.getState().files.get("my.local")?.added).toBe(1);
    await rejectAll(project);
    expect(project.text("my.local")).toBe(TEXT);
  });

  it("forgets new files that were created before the rules that ignore them", async () => {
    const project = await openProject({ "a.txt": "a\n" });
    const { review } = project;
    await project.prompt(async (turn, tools) => {
      await tools.run("mkdir .cache && echo cached > .cache/README.md");
      tools.write("kept.txt", "kept\n");
      await tools.edit("a.txt", "a", "b");
      await vi.waitFor(() => expect(review.getState().files.has(".cache/README.md")).toBe(true));
      await tools.run("echo '*' > .cache/.gitignore && echo cached > .cache/later.md");
      await turn.say("Done.");
    });
    expect([...review.getState().files.keys()].toSorted()).toEqual(["a.txt", "kept.txt"]);
    const [checkpoint] = review.getState().checkpoints;
    const plan = await review.planRestore(checkpoint?.checkpointId ?? "");
    expect(plan.files.map(({ path }) => path).toSorted()).toEqual(["a.txt", "kept.txt"]);
    expect((await project.reopen()).getState().files.size).toBe(2);
  });

  it("keeps a new file that was ignored later if the user has edited it, or the agent has reported it", async () => {
    const project = await openProject({ "a.txt": "a\n" });
    const { review } = project;
    await project.prompt(async (_turn, tools) => {
      await tools.run("touch edited.log reported.log");
      await tools.edit("reported.log", "", "by the agent\n");
      await vi.waitFor(() => expect(review.getState().files.size).toBe(2));
      await review.userEdited("edited.log", async () => {
        project.write("edited.log", "by the user\n");
        return true;
      });
      tools.write(".gitignore", "*.log\n");
    });
    const expected = [".gitignore", "edited.log", "reported.log"];
    expect([...review.getState().files.keys()].toSorted()).toEqual(expected);
  });

  it("keeps new files of a folder that became a repository", async () => {
    const project = await openProject({ "a.txt": "a\n" });
    const { review } = project;
    await project.prompt(async (_turn, tools) => {
      await tools.run("mkdir app && echo 1 > app/main.js");
      await vi.waitFor(() => expect(review.getState().files.has("app/main.js")).toBe(true));
      await tools.run("git init -q app");
    });
    expect([...review.getState().files.keys()]).toEqual(["app/main.js"]);
  });

  // Roo-Code#10636, Roo-Code#11340
  it("leaves nested repositories alone", async () => {
    const project = await openProject({ "a.txt": "a\n" });
    const nested = join(project.folder, "nested");
    createRepository(nested);
    writeFiles(nested, { "inner.txt": "inner\n" });
    await project.prompt((_turn, tools) =>
      tools.run("echo more >> nested/inner.txt; echo b > a.txt"),
    );
    const { review } = project;
    expect([...review.getState().files.keys()]).toEqual(["a.txt"]);
    const [checkpoint] = review.getState().checkpoints;
    const plan = await review.planRestore(checkpoint?.checkpointId ?? "", { scope: "all" });
    await review.restore(plan);
    expect(project.text("a.txt")).toBe("a\n");
    expect(project.text("nested/inner.txt")).toBe("inner\nmore\n");
    expect(existsSync(join(nested, ".git"))).toBe(true);
  });
});

it("leaves files alone that lead out of the folder or cannot be read, and reviews the others", async () => {
  const project = await openProject({ "a.txt": "a\n" });
  symlinkSync("/etc", join(project.folder, "out"));
  await project.prompt(async (turn, tools) => {
    for (const path of ["out/hostname", "../secret", "a.txt/b", "\0"]) {
      const file = join(project.folder, path);
      const diff = { type: "diff" as const, path: file, oldText: null, newText: "x" };
      await (await turn.call({ title: "Edit", kind: "edit", content: [diff] })).complete();
    }
    await tools.run("mkfifo pipe");
    await tools.edit("a.txt", "a\n", "b\n");
  });
  expect([...project.review.getState().files.keys()]).toEqual(["a.txt"]);
  expect(project.review.getState().turns).toHaveLength(1);
});

describe("the user's repository", () => {
  // cline#13550
  it("keeps its index, branch, HEAD and stash after decisions and restores", async () => {
    const project = await openProject({ "a.txt": TEXT, "b.txt": TEXT });
    const { folder, review } = project;
    project.write("b.txt", "staged\n");
    runGit(folder, "add", "b.txt");
    const describeGit = (): string =>
      ["status --porcelain", "rev-parse HEAD", "branch -a", "stash list", "diff --cached"]
        .map((args) => runGit(folder, ...args.split(" ")))
        .join("\n");
    const before = describeGit();
    await project.prompt((_turn, tools) => tools.edit("a.txt", "line 3\n", "three\n"));
    await review.reject("all");
    await review.undo();
    const [checkpoint] = review.getState().checkpoints;
    await review.restore(await review.planRestore(checkpoint?.checkpointId ?? ""));
    expect(describeGit()).toBe(before);
  });
});

describe("a rejection", () => {
  // zed#30527, zed#31617
  it("keeps lines of the user in a file that the agent created", async () => {
    const project = await openProject({ "a.txt": "a\n" });
    const { review } = project;
    await project.prompt(
      async (_turn, tools) => void (await tools.writeThroughClient("new.txt", "agent\n")),
    );
    project.write("new.txt", "agent\nuser\n");
    await review.flush();
    expect((await review.reject("all")).outcomes.get("new.txt")).toBe("protected");
    expect(project.text("new.txt")).toBe("agent\nuser\n");
  });

  it("keeps lines of the user next to the hunk", async () => {
    const project = await openProject({ "a.txt": TEXT });
    const { review } = project;
    await project.prompt(async (_turn, tools) => {
      await tools.edit("a.txt", "line 3\n", "three\n");
      await tools.edit("a.txt", "line 15\n", "fifteen\n");
    });
    project.write("a.txt", LINES.with(3, "three\nuser\n").with(15, "fifteen\n").join(""));
    await review.flush();
    await review.reject({ path: "a.txt" });
    expect(project.text("a.txt")).toBe(LINES.with(3, "line 3\nuser\n").join(""));
  });

  it("keeps lines that the user wrote while the review was closed", async () => {
    const project = await openProject({ "a.txt": TEXT });
    await project.prompt((_turn, tools) => tools.edit("a.txt", "line 3\n", "three\n"));
    await project.review.close();
    project.write("a.txt", LINES.with(3, "three\n").with(15, "user\n").join(""));
    const review = await project.reopen();
    await review.reject("all");
    expect(project.text("a.txt")).toBe(LINES.with(15, "user\n").join(""));
  });

  it("keeps lines that the user wrote in a turn that was interrupted", async () => {
    const project = await openProject({ "a.txt": TEXT });
    const { tools, end } = await project.begin();
    await tools.edit("a.txt", "line 3\n", "three\n");
    await project.review.userEdited("a.txt", async () => {
      project.write("a.txt", LINES.with(3, "three\n").with(15, "user\n").join(""));
      return true;
    });
    await project.review.close();
    await end();
    const review = await project.reopen();
    const turnId = review.getState().turns[0]?.turnId ?? "";
    const { outcomes } = await review.reject({ turnId }, { include: ["unknown"] });
    expect([...outcomes]).toEqual([["a.txt", "protected"]]);
    expect(project.text("a.txt")).toContain("user\n");
    await review.reject("all", { include: ["unknown"] });
    expect(project.text("a.txt")).toBe(LINES.with(15, "user\n").join(""));
  });
});

describe("a review in which lines of an agent come back", () => {
  const before = "three\nnew\n";
  /** A turn that adds a line, and one that removes it with a line of the base. */
  async function setUp() {
    const project = await openProject({ "a.txt": TEXT });
    await project.prompt((_turn, tools) => tools.edit("a.txt", "line 3\n", before));
    const added = project.text("a.txt") ?? "";
    await project.prompt((_turn, tools) => tools.edit("a.txt", `${before}line 4\n`, "four\n"));
    return { ...project, added };
  }

  it("accepts none of them if the turn that removed them is rejected", async () => {
    const { review, text, prompt, added } = await setUp();
    const turn = review.getState().turns.at(-1);
    await review.reject({ turnId: turn?.turnId ?? "" });
    expect(text("a.txt")).toBe(added);
    await prompt((_turn, tools) => tools.edit("a.txt", "new\nline 4\n", "new\nnext\n"));
    expect((await review.texts("a.txt")).base).toBe(TEXT);
    await review.reject("all", { include: ["unknown"] });
    expect(text("a.txt")).toBe(TEXT);
  });

  it("accepts none of them if a checkpoint is restored", async () => {
    const { review, text, prompt, added } = await setUp();
    const checkpoint = review.getState().checkpoints.at(-1);
    await review.restore(await review.planRestore(checkpoint?.checkpointId ?? ""));
    expect(text("a.txt")).toBe(added);
    await prompt((_turn, tools) => tools.edit("a.txt", "new\nline 4\n", "new\nnext\n"));
    expect((await review.texts("a.txt")).base).toBe(TEXT);
  });

  it("shows a deletion that nobody has accepted", async () => {
    const { review, text, prompt } = await openProject({ "a.txt": TEXT });
    await prompt((_turn, tools) => tools.run("rm a.txt"));
    await prompt(async (_turn, tools) => void (await tools.writeThroughClient("a.txt", "new\n")));
    const turn = review.getState().turns.at(-1);
    await review.reject({ turnId: turn?.turnId ?? "" });
    expect(text("a.txt")).toBeUndefined();
    expect(review.getState().files.get("a.txt")?.change).toBe("delete");
    await review.reject("all", { include: ["unknown"] });
    expect(text("a.txt")).toBe(TEXT);
  });
});

describe("a review of two agents in one folder", () => {
  it("has one base and different origins, and rejects the turn of one only", async () => {
    const project = await openProject({ "a.txt": TEXT });
    const { review } = project;
    const other = await project.connect("other");
    await Promise.all([
      project.prompt((_turn, tools) => tools.edit("a.txt", "line 3\n", "three\n")),
      other.prompt((_turn, tools) => tools.edit("a.txt", "line 15\n", "fifteen\n")),
    ]);
    const { hunks = [] } = review.getState().files.get("a.txt") ?? {};
    expect(hunks.map(({ origins }) => origins[0]?.by)).toMatchObject([
      { agentId: "" },
      { agentId: "other" },
    ]);
    const turn = review.getState().turns.find(({ agentId }) => agentId === "other");
    const { outcomes } = await review.reject({ turnId: turn?.turnId ?? "" });
    expect([...outcomes]).toEqual([["a.txt", "done"]]);
    expect(project.text("a.txt")).toBe(LINES.with(3, "three\n").join(""));
  });

  // vscode#292211
  it("keeps the newer work of one when the other is restored", async () => {
    const project = await openProject({ "a.txt": TEXT, "b.txt": TEXT });
    const { review } = project;
    const other = await project.connect("other");
    await project.prompt((_turn, tools) => tools.edit("a.txt", "line 3\n", "three\n"));
    await other.prompt((_turn, tools) => tools.edit("b.txt", "line 3\n", "three\n"));
    const [checkpoint] = review.getState().checkpoints;
    const plan = await review.planRestore(checkpoint?.checkpointId ?? "");
    expect(plan.files.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(plan.leftAlone).toEqual([{ path: "b.txt", reason: "others" }]);
    await review.restore(plan);
    expect(project.text("b.txt")).toContain("three\n");
  });
});

it("ends the turn of an agent that is removed while it works", async () => {
  const project = await openProject({ "a.txt": TEXT });
  const { review } = project;
  const { tools } = await project.begin();
  await tools.edit("a.txt", "line 3\n", "three\n");
  await expect.poll(() => review.getState().files.get("a.txt")?.hunks[0]?.protected).toBe(false);
  review.remove("");
  await review.flush();
  expect(review.getState().turns.map(({ paths }) => paths)).toEqual([["a.txt"]]);
  project.write("a.txt", LINES.with(3, "three\n").with(15, "user\n").join(""));
  await review.flush();
  await review.reject("all");
  expect(project.text("a.txt")).toBe(LINES.with(15, "user\n").join(""));
});

// minga#2457
it("refuses a second review of the same folder", async () => {
  const project = await openProject({ "a.txt": "a\n" });
  const { openReview } = await import("../src/node/openReview.js");
  const { folder, dir } = project;
  await expect(openReview({ folder, dataDir: dir })).rejects.toMatchObject({
    name: "FolderInUseError",
  });
});
