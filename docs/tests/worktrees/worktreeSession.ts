import type { AgentConnection } from "@acp-store/client";
import { createWorktree, removeWorktree, type Worktree } from "@acp-store/client/node";

export async function openInWorktree(agent: AgentConnection, repository: string) {
  const worktree = await createWorktree({ repository });
  const { sessionId } = await agent.newSession({ cwd: worktree.path });
  return { sessionId, worktree };
}

export async function closeInWorktree(agent: AgentConnection, id: string, worktree: Worktree) {
  await agent.closeSession(id);
  const removal = await removeWorktree(worktree);
  return removal.status === "kept"
    ? `The worktree was kept: ${removal.reason}.`
    : `The branch ${removal.branch} has ${removal.unmergedCommits} commits of its own.`;
}
