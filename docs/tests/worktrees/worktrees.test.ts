import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { scriptedAgent } from "@acp-store/testing";
import { expect, it, onTestFinished } from "vitest";
import { closeInWorktree, openInWorktree } from "./worktreeSession.js";

function createRepository(): string {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "acp-store-worktrees-")));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true, maxRetries: 3 }));
  const repository = join(parent, "app");
  const user = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const commit = ["commit", "--quiet", "--allow-empty", "--no-gpg-sign", "--message", "Begin"];
  execFileSync("git", ["init", "--quiet", repository]);
  execFileSync("git", ["-C", repository, ...user, ...commit]);
  return repository;
}

it("shows the tested code on the page", () => {
  const page = readFileSync(join(import.meta.dirname, "../../worktrees.md"), "utf8");
  const code = readFileSync(join(import.meta.dirname, "worktreeSession.ts"), "utf8");
  expect(page).toContain(`\`\`\`ts\n${code}\`\`\``);
});

it("opens a session in a worktree, and removes the worktree without changes", async () => {
  const store = createAcpStore();
  const agent = await connectAgent(store, scriptedAgent({ async onPrompt() {} }).connect);
  onTestFinished(() => agent.close());
  const { sessionId, worktree } = await openInWorktree(agent, createRepository());
  expect(store.getState().catalog.get(sessionId)?.cwd).toBe(worktree.path);
  expect(await closeInWorktree(agent, sessionId, worktree)).toBe(
    `The branch ${worktree.branch} has 0 commits of its own.`,
  );
  expect(existsSync(worktree.path)).toBe(false);
});

it("keeps a worktree with changes when it closes the session", async () => {
  const agent = await connectAgent(
    createAcpStore(),
    scriptedAgent({ async onPrompt() {} }).connect,
  );
  onTestFinished(() => agent.close());
  const { sessionId, worktree } = await openInWorktree(agent, createRepository());
  writeFileSync(join(worktree.path, "work.md"), "");
  expect(await closeInWorktree(agent, sessionId, worktree)).toBe("The worktree was kept: dirty.");
  expect(existsSync(join(worktree.path, "work.md"))).toBe(true);
});
