/** The repository and the branch that the path of a worktree names. */
export interface WorktreePath {
  /** The name of the repository's folder. */
  readonly repository: string;
  /**
   * The branch that was made for the worktree. An agent can check out another one, which
   * `listWorktrees` of `@acp-store/client/node` knows.
   */
  readonly branch: string;
}

/** The last match counts, because a worktree can contain another repository. */
const WORKTREE = /^.*[\\/]([^\\/]+)\.agent-worktrees[\\/]([a-z0-9][a-z0-9-]{0,60})(?=[\\/]|$)/;

/**
 * Returns the repository and the branch of a worktree that `createWorktree` of
 * `@acp-store/client/node` has made, for a list of sessions. It reads only the path, such as the
 * `cwd` of a session or of a catalog entry, so it works in a page as well. `undefined` for all other
 * folders.
 *
 * @example
 * ```ts
 * for (const { title, cwd } of selectSessionCatalog(store.getState()))
 *   console.log(title, parseWorktreePath(cwd)?.branch);
 * ```
 */
export function parseWorktreePath(path: string | undefined): WorktreePath | undefined {
  const [, repository, name] = WORKTREE.exec(path ?? "") ?? [];
  return repository === undefined ? undefined : { repository, branch: `agent/${name}` };
}
