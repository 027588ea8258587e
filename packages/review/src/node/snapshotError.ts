import { AcpStoreError, createErrorGuard } from "@acp-store/core";

/**
 * The reason why a snapshot could not be taken or read.
 *
 * - `git_missing`: the program `git` cannot be started. Use `copySnapshots` then
 * - `git_failed`: git failed. Its output is part of the message
 * - `too_large`: the folder has more than 20,000 files or 200 MB, which is too much to copy
 * - `unknown_snapshot`: the snapshot was pruned, or its data is damaged
 */
export type AcpSnapshotErrorReason =
  | "git_missing"
  | "git_failed"
  | "too_large"
  | "unknown_snapshot";

/**
 * Thrown by `gitSnapshots`, `copySnapshots` and their methods. The message is written for end users.
 *
 * @example
 * ```ts
 * import { copySnapshots, gitSnapshots, isAcpSnapshotError } from "@acp-store/review/node";
 *
 * export const openSnapshots = (folder: string, dir: string) =>
 *   gitSnapshots(folder, dir).catch((error: unknown) => {
 *     if (isAcpSnapshotError(error) && error.reason === "git_missing")
 *       return copySnapshots(folder, dir);
 *     throw error;
 *   });
 * ```
 */
export class AcpSnapshotError extends AcpStoreError<AcpSnapshotErrorReason> {
  override readonly name = "AcpSnapshotError";

  constructor(reason: AcpSnapshotErrorReason, message: string, options?: ErrorOptions) {
    super(reason, message, options);
  }
}

/**
 * Returns whether a caught value is an {@link AcpSnapshotError}, including one created by another
 * copy of this package.
 */
export const isAcpSnapshotError: (value: unknown) => value is AcpSnapshotError =
  /* @__PURE__ */ createErrorGuard<AcpSnapshotError>("AcpSnapshotError");
