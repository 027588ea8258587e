import { AcpStoreError, createErrorGuard } from "@acp-store/core";

/**
 * The reason why a file could not be read or replaced.
 *
 * - `outside_folder`: the path is absolute, leaves the folder with `..`, or leads out of it through a
 *   symbolic link
 * - `not_a_file`: the path names something other than a file, such as a named pipe or a device
 * - `broken_link`: a folder in the path is a symbolic link whose target does not exist
 * - `replaced`: another program replaced the file or its folder while it was opened
 * - `too_large`: the file is larger than `maxBytes`
 */
export type AcpFileErrorReason =
  | "outside_folder"
  | "not_a_file"
  | "broken_link"
  | "replaced"
  | "too_large";

/**
 * Thrown by `readFileContent` and `replaceFile`. The message is written for end users.
 *
 * @example
 * ```ts
 * import { isAcpFileError, readFileContent } from "@acp-store/client/node";
 *
 * try {
 *   await readFileContent("/home/me/app", "../secrets.txt");
 * } catch (error) {
 *   if (!isAcpFileError(error)) throw error;
 *   console.error(error.reason, error.path);
 * }
 * ```
 */
export class AcpFileError extends AcpStoreError<AcpFileErrorReason> {
  override readonly name = "AcpFileError";
  /** The path as the caller named it. */
  readonly path: string;

  constructor(reason: AcpFileErrorReason, path: string, problem: string) {
    super(reason, `"${path}" ${problem}`);
    this.path = path;
  }
}

/**
 * Returns whether a caught value is an {@link AcpFileError}, including one created by another copy
 * of this package.
 */
export const isAcpFileError: (value: unknown) => value is AcpFileError =
  /* @__PURE__ */ createErrorGuard<AcpFileError>("AcpFileError");

/** Returns whether an error of the file system says that the file or a folder of its path does not exist. */
export function isNotFoundError(error: unknown): boolean {
  const code = getErrorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Returns the code of an error of the file system, such as `ENOENT`. */
export function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}
