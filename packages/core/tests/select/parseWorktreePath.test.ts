import { parseWorktreePath } from "@acp-store/core";
import { describe, expect, it } from "vitest";

describe("parseWorktreePath", () => {
  it.each([
    ["/home/me/app.agent-worktrees/fix-login", "app", "agent/fix-login"],
    ["/home/me/my app 日本.agent-worktrees/a/packages/web", "my app 日本", "agent/a"],
    ["C:\\code\\app.agent-worktrees\\fix-login", "app", "agent/fix-login"],
    ["/x/app.agent-worktrees/a/libs/ui.agent-worktrees/b", "ui", "agent/b"],
  ])("names the repository and the branch of %s", (path, repository, branch) => {
    expect(parseWorktreePath(path)).toEqual({ repository, branch });
  });

  it.each([
    undefined,
    "",
    "/home/me/app",
    "/home/me/app.agent-worktrees",
    "/home/me/app.agent-worktrees/",
    "/home/me/app.agent-worktrees/Not_A_Name",
    "/home/me/.agent-worktrees/a",
  ])("returns undefined for a folder that is not a worktree: %s", (path) => {
    expect(parseWorktreePath(path)).toBeUndefined();
  });
});
