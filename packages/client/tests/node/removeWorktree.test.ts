import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  createWorktree,
  isAcpWorktreeError,
  listWorktrees,
  removeWorktree,
} from "@acp-store/client/node";
import { beforeAll, describe, expect, it } from "vitest";
import { commitFile, createRepository, git, ignoreGitSettings } from "../support/repositories.js";
import { createTemporaryFolder } from "../support/temporaryFolder.js";

beforeAll(ignoreGitSettings);

async function createTestWorktree() {
  return createWorktree({ repository: await createRepository(), name: "a" });
}

describe("removeWorktree", () => {
  it("removes the folder and keeps the branch, with the number of its own commits", async () => {
    const worktree = await createTestWorktree();
    commitFile(worktree.path, "one.md");
    commitFile(worktree.path, "two.md");
    expect(await removeWorktree(worktree)).toEqual({
      status: "removed",
      branch: "agent/a",
      unmergedCommits: 2,
    });
    expect(existsSync(worktree.path)).toBe(false);
    const { path } = await createWorktree({ repository: worktree.repository, name: "a" });
    expect(existsSync(join(path, "two.md"))).toBe(true);
  });

  it("does not count commits that another branch or a remote has", async () => {
    const origin = await createRepository();
    const repository = join(await createTemporaryFolder(), "clone");
    git(origin, "clone", "--quiet", ".", repository);
    git(repository, "config", "user.name", "Ada");
    git(repository, "config", "user.email", "ada@example.com");
    const [merged, pushed] = [
      await createWorktree({ repository, name: "merged" }),
      await createWorktree({ repository, name: "pushed" }),
    ];
    commitFile(merged.path, "merged.md");
    git(repository, "merge", "--quiet", merged.branch);
    commitFile(pushed.path, "pushed.md");
    git(pushed.path, "push", "--quiet", "origin", pushed.branch);
    expect(await removeWorktree(merged)).toMatchObject({ unmergedCommits: 0 });
    expect(await removeWorktree(pushed)).toMatchObject({ unmergedCommits: 0 });
  });

  it("deletes ignored files with the folder", async () => {
    const worktree = await createTestWorktree();
    commitFile(worktree.path, ".gitignore", "node_modules\n");
    mkdirSync(join(worktree.path, "node_modules"));
    writeFileSync(join(worktree.path, "node_modules/a.js"), "");
    expect(await removeWorktree(worktree)).toMatchObject({ status: "removed" });
    expect(existsSync(worktree.path)).toBe(false);
  });

  it.each(["readme.md", "untracked.md"])("keeps a worktree with a change of %s", async (file) => {
    const worktree = await createTestWorktree();
    // Users can hide untracked files, from which git concludes that there are none.
    git(worktree.repository, "config", "status.showUntrackedFiles", "no");
    writeFileSync(join(worktree.path, file), "changed");
    expect(await removeWorktree(worktree)).toEqual({ status: "kept", reason: "dirty" });
    expect(existsSync(join(worktree.path, file))).toBe(true);
  });

  it("keeps a worktree with staged changes", async () => {
    const worktree = await createTestWorktree();
    git(worktree.path, "rm", "--quiet", "readme.md");
    expect(await removeWorktree(worktree)).toEqual({ status: "kept", reason: "dirty" });
  });

  it.each([false, true])("keeps a locked worktree: deleted by hand %s", async (isDeleted) => {
    const worktree = await createTestWorktree();
    git(worktree.repository, "worktree", "lock", worktree.path);
    if (isDeleted) rmSync(worktree.path, { recursive: true });
    expect(await removeWorktree(worktree)).toEqual({ status: "kept", reason: "locked" });
    expect(await listWorktrees(worktree.repository)).toHaveLength(1);
  });

  it("keeps a worktree that has checked out a commit without a branch", async () => {
    const worktree = await createTestWorktree();
    git(worktree.path, "switch", "--quiet", "--detach");
    commitFile(worktree.path, "one.md");
    expect(await removeWorktree(worktree)).toEqual({ status: "kept", reason: "detached" });
    expect(await listWorktrees(worktree.repository)).toEqual([
      { path: worktree.path, repository: worktree.repository },
    ]);
  });

  it("keeps a worktree with an initialized submodule", async () => {
    const repository = await createRepository();
    const library = await createRepository("library");
    const allow = ["-c", "protocol.file.allow=always", "submodule", "--quiet"];
    git(repository, ...allow, "add", library);
    git(repository, "commit", "--quiet", "--message", "Add a submodule");
    const [empty, initialized] = [
      await createWorktree({ repository, name: "empty" }),
      await createWorktree({ repository, name: "initialized" }),
    ];
    git(initialized.path, ...allow, "update", "--init");
    expect(await removeWorktree(empty)).toMatchObject({ status: "removed" });
    expect(await removeWorktree(initialized)).toEqual({ status: "kept", reason: "submodules" });
    expect(existsSync(join(initialized.path, "library/readme.md"))).toBe(true);
  });

  it("forgets a worktree whose folder was deleted by hand, and no other one", async () => {
    const repository = await createRepository();
    const [first, second] = [
      await createWorktree({ repository, name: "a" }),
      await createWorktree({ repository, name: "b" }),
    ];
    for (const { path } of [first, second]) rmSync(path, { recursive: true });
    expect(await removeWorktree(first)).toMatchObject({ status: "removed", branch: "agent/a" });
    expect(await listWorktrees(repository)).toEqual([{ ...second, missing: true }]);
    expect(git(repository, "branch", "--list", "agent/a")).not.toBe("");
  });

  it("removes a worktree once if it is called twice", async () => {
    const worktree = await createTestWorktree();
    const results = await Promise.allSettled([removeWorktree(worktree), removeWorktree(worktree)]);
    const rejected = results.filter(({ status }) => status === "rejected");
    expect(rejected).toMatchObject([{ reason: { reason: "not_a_worktree" } }]);
    expect(await listWorktrees(worktree.repository)).toEqual([]);
  });

  it("accepts a path with a symbolic link", async () => {
    const { repository, path } = await createTestWorktree();
    const link = join(await createTemporaryFolder(), "link");
    symlinkSync(path, link, "junction");
    expect(await removeWorktree({ repository, path: link })).toMatchObject({ status: "removed" });
    expect(existsSync(path)).toBe(false);
  });

  it("rejects the main folder, other folders and worktrees of other repositories", async () => {
    const { repository, path } = await createTestWorktree();
    const other = await createTestWorktree();
    for (const wrong of [repository, join(path, "docs"), "/", other.path]) {
      const error: unknown = await removeWorktree({ repository, path: wrong }).catch(
        (reason: unknown) => reason,
      );
      expect(isAcpWorktreeError(error) && error.reason).toBe("not_a_worktree");
    }
    await expect(removeWorktree({ repository, path: "a" })).rejects.toThrow(
      '[acp-store] "a" is not an absolute path.',
    );
    expect(existsSync(other.path)).toBe(true);
  });
});

describe("listWorktrees", () => {
  it("lists worktrees that were created elsewhere, and the branch that is checked out now", async () => {
    const { repository, path } = await createTestWorktree();
    git(path, "switch", "--quiet", "--create", "feature/Über");
    const other = join(await createTemporaryFolder(), "other");
    git(repository, "worktree", "add", "--quiet", "-b", "other", other);
    expect(await listWorktrees(repository)).toEqual(
      expect.arrayContaining([
        { path, branch: "feature/Über", repository },
        { path: other, branch: "other", repository },
      ]),
    );
  });

  it("rejects a folder that does not belong to a repository", async () => {
    const folder = await createTemporaryFolder();
    await expect(listWorktrees(folder)).rejects.toMatchObject({ reason: "not_a_repository" });
  });
});
