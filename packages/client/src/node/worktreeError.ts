import { AcpStoreError, createErrorGuard } from "@acp-store/core";

/**
 * The reason why a worktree could not be created, listed or removed.
 *
 * - `invalid_argument`: a name has other characters than those allowed, or a path is not absolute
 * - `git_missing`: the program `git` cannot be started
 * - `not_a_repository`: the folder does not exist, or does not belong to a git repository
 * - `no_commits`: the repository has no commit to start from
 * - `unknown_base`: `base` does not name a commit
 * - `exists`: the folder of the worktree exists already, or is still registered
 * - `branch_exists`: the branch exists, and is not at the commit that `base` names
 * - `branch_in_use`: another worktree has checked out the branch
 * - `not_a_worktree`: the path to remove is not one of the repository's additional worktrees
 * - `folder_failed`: the folder cannot be created, for example without the permission
 * - `git_failed`: git failed for another reason, such as a hook. Its output is part of the message
 */
export type AcpWorktreeErrorReason =
  | "invalid_argument"
  | "git_missing"
  | "not_a_repository"
  | "no_commits"
  | "unknown_base"
  | "exists"
  | "branch_exists"
  | "branch_in_use"
  | "not_a_worktree"
  | "folder_failed"
  | "git_failed";

/**
 * Thrown by `createWorktree`, `listWorktrees` and `removeWorktree`. The message is written for end
 * users and says what to do. It begins with the name of the package only for the reason
 * `invalid_argument`, which is a mistake of the programmer.
 *
 * @example
 * ```ts
 * import { createWorktree, isAcpWorktreeError } from "@acp-store/client/node";
 *
 * try {
 *   await createWorktree({ repository: "/home/me/app", name: "fix-login" });
 * } catch (error) {
 *   if (!isAcpWorktreeError(error)) throw error;
 *   console.error(error.reason, error.message);
 * }
 * ```
 */
export class AcpWorktreeError extends AcpStoreError<AcpWorktreeErrorReason> {
  override readonly name = "AcpWorktreeError";

  constructor(reason: AcpWorktreeErrorReason, message: string, options?: ErrorOptions) {
    super(reason, reason === "invalid_argument" ? `[acp-store] ${message}` : message, options);
  }
}

/**
 * Returns whether a caught value is an {@link AcpWorktreeError}, including one created by another
 * copy of this package.
 */
export const isAcpWorktreeError: (value: unknown) => value is AcpWorktreeError =
  /* @__PURE__ */ createErrorGuard<AcpWorktreeError>("AcpWorktreeError");
