import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { connectAgent } from "@acp-store/client";
import { createWorktree, isAcpWorktreeError, listWorktrees } from "@acp-store/client/node";
import { createAcpStore, parseWorktreePath, selectSessionCatalog } from "@acp-store/core";
import { scriptedAgent } from "@acp-store/testing";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  commitFile,
  createEmptyRepository,
  createRepository,
  git,
  ignoreGitSettings,
  writeCheckoutHook,
} from "../support/repositories.js";
import { createTemporaryFolder } from "../support/temporaryFolder.js";

beforeAll(ignoreGitSettings);

/** Resolves with the reason of the error with which a promise rejects. */
async function reasonOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (isAcpWorktreeError(error)) return error.reason;
    throw error;
  }
  throw new Error("The promise was resolved.");
}

describe("createWorktree", () => {
  it("creates a folder beside the repository with a new branch", async () => {
    const repository = await createRepository();
    const worktree = await createWorktree({ repository, name: "fix-login" });
    expect(worktree).toEqual({
      path: join(dirname(repository), "app.agent-worktrees", "fix-login"),
      branch: "agent/fix-login",
      repository,
    });
    expect(existsSync(join(worktree.path, "readme.md"))).toBe(true);
    expect(git(worktree.path, "branch", "--show-current")).toBe("agent/fix-login");
    expect(git(repository, "branch", "--show-current")).toBe("main");
  });

  it("chooses different names for several worktrees at the same time", async () => {
    const repository = await createRepository();
    const created = await Promise.all(
      Array.from({ length: 8 }, () => createWorktree({ repository })),
    );
    expect(new Set(created.map(({ path }) => path)).size).toBe(8);
    expect(await listWorktrees(repository)).toHaveLength(8);
  });

  it("creates one of two worktrees with the same name at the same time", async () => {
    const repository = await createRepository();
    const create = () => createWorktree({ repository, name: "a" });
    const results = await Promise.allSettled([create(), create()]);
    const rejected = results.filter(({ status }) => status === "rejected");
    expect(rejected).toMatchObject([{ reason: { reason: "exists" } }]);
    expect(git(repository, "status", "--porcelain")).toBe("");
    expect(await listWorktrees(repository)).toMatchObject([{ branch: "agent/a" }]);
  });

  it("creates worktrees of a repository with spaces and other scripts in its path", async () => {
    const repository = await createRepository("my app 日本");
    const { path } = await createWorktree({ repository, name: "a" });
    expect(await listWorktrees(repository)).toEqual([{ path, branch: "agent/a", repository }]);
    expect(parseWorktreePath(path)).toEqual({ repository: "my app 日本", branch: "agent/a" });
  });

  it("creates the worktree in another directory, without symbolic links in its path", async () => {
    const repository = await createRepository();
    const directory = await createTemporaryFolder();
    const link = join(await createTemporaryFolder(), "link");
    symlinkSync(directory, link, "junction");
    const { path } = await createWorktree({ repository, name: "a", directory: link });
    expect(path).toBe(join(realpathSync(directory), "app.agent-worktrees", "a"));
    expect(await listWorktrees(repository)).toMatchObject([{ path }]);
  });

  it("finds the repository of a subfolder and of another worktree", async () => {
    const repository = await createRepository();
    mkdirSync(join(repository, "docs"));
    const first = await createWorktree({ repository: join(repository, "docs"), name: "a" });
    commitFile(first.path, "more.md");
    const second = await createWorktree({ repository: first.path, name: "b" });
    expect([first.repository, second.repository]).toEqual([repository, repository]);
    expect(dirname(second.path)).toBe(dirname(first.path));
    expect(existsSync(join(second.path, "more.md"))).toBe(true);
  });

  it("creates worktrees of a bare repository", async () => {
    const repository = join(await createTemporaryFolder(), "app.git");
    git(await createRepository(), "clone", "--quiet", "--bare", ".", repository);
    const worktree = await createWorktree({ repository, name: "a" });
    expect(worktree.repository).toBe(repository);
    expect(worktree.path).toBe(join(dirname(repository), "app.agent-worktrees", "a"));
    expect(await listWorktrees(repository)).toEqual([worktree]);
  });

  it("creates worktrees of a submodule beside its folder", async () => {
    const repository = await createRepository();
    const library = await createRepository("library");
    git(repository, "-c", "protocol.file.allow=always", "submodule", "add", "--quiet", library);
    const submodule = join(repository, "library");
    const worktree = await createWorktree({ repository: submodule, name: "a" });
    expect(worktree.repository).toBe(submodule);
    expect(dirname(worktree.path)).toBe(join(repository, "library.agent-worktrees"));
  });

  it("ignores the repository that a hook of git names in the environment", async () => {
    const repository = await createRepository();
    vi.stubEnv("GIT_DIR", join(await createRepository("other"), ".git"));
    onTestFinished(() => void vi.stubEnv("GIT_DIR", undefined));
    expect(await createWorktree({ repository, name: "a" })).toMatchObject({ repository });
  });

  it("starts at the base, without following a remote branch", async () => {
    const origin = await createRepository();
    const repository = join(await createTemporaryFolder(), "clone");
    git(origin, "clone", "--quiet", ".", repository);
    git(origin, "switch", "--quiet", "--create", "next");
    commitFile(origin, "next.md");
    git(repository, "fetch", "--quiet");
    const { path } = await createWorktree({ repository, name: "a", base: "origin/next" });
    expect(existsSync(join(path, "next.md"))).toBe(true);
    expect(git(path, "for-each-ref", "--format=%(upstream)", "refs/heads/agent/a")).toBe("");
  });

  it("continues an existing branch, unless it is not at the base", async () => {
    const repository = await createRepository();
    git(repository, "switch", "--quiet", "--create", "agent/a");
    commitFile(repository, "work.md");
    git(repository, "switch", "--quiet", "main");
    const create = (base?: string) =>
      createWorktree({ repository, name: "a", ...(base !== undefined && { base }) });
    expect(await reasonOf(create("main"))).toBe("branch_exists");
    const { path } = await create();
    expect(existsSync(join(path, "work.md"))).toBe(true);
  });

  it("rejects a branch that is checked out", async () => {
    const repository = await createRepository();
    git(repository, "switch", "--quiet", "--create", "agent/a");
    const error = createWorktree({ repository, name: "a" });
    await expect(error).rejects.toThrow(`The branch "agent/a" is checked out in "${repository}".`);
    expect(await reasonOf(error)).toBe("branch_in_use");
  });

  it("rejects a folder that exists and leaves it unchanged", async () => {
    const repository = await createRepository();
    const folder = join(dirname(repository), "app.agent-worktrees", "a");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "mine.txt"), "");
    expect(await reasonOf(createWorktree({ repository, name: "a" }))).toBe("exists");
    expect(existsSync(join(folder, "mine.txt"))).toBe(true);
    expect(git(repository, "branch", "--list", "agent/*")).toBe("");
  });

  it("creates a worktree again whose folder was deleted by hand, and no other one", async () => {
    const repository = await createRepository();
    const [first, second] = await Promise.all([
      createWorktree({ repository, name: "a" }),
      createWorktree({ repository, name: "b" }),
    ]);
    commitFile(first.path, "work.md");
    rmSync(first.path, { recursive: true });
    rmSync(second.path, { recursive: true });
    expect(await createWorktree({ repository, name: "a" })).toEqual(first);
    expect(existsSync(join(first.path, "work.md"))).toBe(true);
    expect(await listWorktrees(repository)).toContainEqual({ ...second, missing: true });
  });

  it("creates a worktree again once if two callers find its folder deleted", async () => {
    const repository = await createRepository();
    const { path } = await createWorktree({ repository, name: "a" });
    for (let round = 0; round < 5; round++) {
      rmSync(path, { recursive: true });
      const create = () => createWorktree({ repository, name: "a" });
      const results = await Promise.allSettled([create(), create()]);
      const rejected = results.filter(({ status }) => status === "rejected");
      expect(rejected).toMatchObject([{ reason: { reason: "exists" } }]);
    }
  });

  it("keeps the commit of a deleted folder that has no branch", async () => {
    const repository = await createRepository();
    const { path } = await createWorktree({ repository, name: "a" });
    git(path, "switch", "--quiet", "--detach");
    commitFile(path, "work.md");
    rmSync(path, { recursive: true });
    expect(await reasonOf(createWorktree({ repository, name: "a" }))).toBe("exists");
    expect(await listWorktrees(repository)).toMatchObject([{ path, missing: true }]);
  });

  it.each(["", "-b", "--force", "../up", "a/b", "a b", "A", ".git", "a\n", "a".repeat(62)])(
    "rejects the name %j before it starts git",
    async (name) => {
      await expect(createWorktree({ repository: "/nowhere", name })).rejects.toThrow(
        `[acp-store] "${name}" cannot be the name of a worktree.`,
      );
    },
  );

  it.each(["nope", "--help", "-f", "", "main..main", "main\0", "@{100}"])(
    "rejects the base %j",
    async (base) => {
      const repository = await createRepository();
      expect(await reasonOf(createWorktree({ repository, base }))).toBe("unknown_base");
      expect(await listWorktrees(repository)).toEqual([]);
    },
  );

  it.each(["", "relative", "--git-dir=x", "/nul\0"])("rejects the path %j", async (path) => {
    const repository = await createRepository();
    expect(await reasonOf(createWorktree({ repository: path }))).toBe("invalid_argument");
    const inside = createWorktree({ repository, directory: path });
    expect(await reasonOf(inside)).toBe("invalid_argument");
  });

  it("rejects folders that do not belong to a repository", async () => {
    const folder = await createTemporaryFolder();
    expect(await reasonOf(createWorktree({ repository: folder }))).toBe("not_a_repository");
    const missing = join(folder, "missing");
    await expect(createWorktree({ repository: missing })).rejects.toThrow(
      `"${missing}" is not a folder of a git repository.`,
    );
  });

  it("rejects a repository without commits", async () => {
    const repository = await createEmptyRepository();
    expect(await reasonOf(createWorktree({ repository }))).toBe("no_commits");
  });

  it("rejects a directory that cannot be created", async () => {
    const repository = await createRepository();
    const directory = join(repository, "readme.md");
    expect(await reasonOf(createWorktree({ repository, directory }))).toBe("folder_failed");
  });

  it("explains that git is missing", async () => {
    const repository = await createRepository();
    const path = process.env["PATH"];
    onTestFinished(() => void vi.stubEnv("PATH", path));
    vi.stubEnv("PATH", await createTemporaryFolder());
    await expect(createWorktree({ repository })).rejects.toMatchObject({
      reason: "git_missing",
      message: 'The program "git" could not be started. Install it, or add its folder to PATH.',
      cause: { code: "ENOENT" },
    });
  });

  it("runs the hooks of the repository, and removes the folder if one fails", async () => {
    const repository = await createRepository();
    await writeCheckoutHook(repository, "echo no license >&2; exit 3");
    const failed = createWorktree({ repository, name: "a" });
    await expect(failed).rejects.toThrow(`git failed in "${repository}": no license`);
    expect(await reasonOf(failed)).toBe("git_failed");
    expect(await listWorktrees(repository)).toEqual([]);
    await writeCheckoutHook(repository, "exit 0");
    expect(await createWorktree({ repository, name: "a", base: "main" })).toMatchObject({
      branch: "agent/a",
    });
  });

  it("runs no hooks if the environment sets another folder for them", async () => {
    const repository = await createRepository();
    await writeCheckoutHook(repository, "exit 1");
    const settings = {
      COUNT: "1",
      KEY_0: "core.hooksPath",
      VALUE_0: await createTemporaryFolder(),
    };
    for (const [name, value] of Object.entries(settings)) {
      vi.stubEnv(`GIT_CONFIG_${name}`, value);
      onTestFinished(() => void vi.stubEnv(`GIT_CONFIG_${name}`, undefined));
    }
    await createWorktree({ repository, name: "a" });
    expect(await listWorktrees(repository)).toHaveLength(1);
  });

  it("keeps the files of a hook that fails", async () => {
    const repository = await createRepository();
    await writeCheckoutHook(repository, "echo 1 > report.txt; exit 1");
    expect(await reasonOf(createWorktree({ repository, name: "a" }))).toBe("git_failed");
    const [worktree] = await listWorktrees(repository);
    expect(existsSync(join(worktree?.path ?? "", "report.txt"))).toBe(true);
  });

  it("ends git and its hooks when the signal is aborted", async () => {
    const repository = await createRepository();
    const started = join(await createTemporaryFolder(), "started");
    await writeCheckoutHook(repository, `echo 1 > '${started}'; sleep 1000; exit 0`);
    const stop = new AbortController();
    const reason = new Error("No longer needed.");
    const created = createWorktree({ repository, name: "a", signal: stop.signal });
    const outcome = created.catch((error: unknown) => error);
    await expect.poll(() => existsSync(started)).toBe(true);
    stop.abort(reason);
    expect(await outcome).toBe(reason);
    expect(await listWorktrees(repository)).toEqual([]);
    expect(existsSync(join(dirname(repository), "app.agent-worktrees", "a"))).toBe(false);
  });

  it("starts nothing if the signal is already aborted", async () => {
    const repository = await createRepository();
    const signal = AbortSignal.abort();
    await expect(createWorktree({ repository, signal })).rejects.toBe(signal.reason);
    expect(git(repository, "branch", "--list", "agent/*")).toBe("");
  });

  it("shows the worktree of a session in the catalog", async () => {
    const { path } = await createWorktree({ repository: await createRepository(), name: "a" });
    const store = createAcpStore();
    const agent = await connectAgent(store, scriptedAgent({ async onPrompt() {} }).connect);
    onTestFinished(() => agent.close());
    await agent.newSession({ cwd: path });
    const [entry] = selectSessionCatalog(store.getState(), { query: "agent-worktrees" });
    expect(parseWorktreePath(entry?.cwd)).toEqual({ repository: "app", branch: "agent/a" });
  });
});
