import { AcpStoreError, createErrorGuard } from "@acp-store/core";

/** A folder and the process that has locked it. */
export interface FolderHolder {
  /** The folder. */
  readonly dir: string;
  /** The id of the process. */
  readonly pid: number;
  /**
   * The file to delete if another program has the id of the process meanwhile. Only set where the system
   * does not tell that: on Linux, such a lock is taken over.
   */
  readonly lockFile?: string;
}

/**
 * Thrown by `lockFolder` when a running process has locked the folder.
 *
 * @example
 * ```ts
 * try {
 *   await lockFolder(".my-client", "Close the other window of My Client.");
 * } catch (error) {
 *   if (!isFolderInUseError(error)) throw error;
 *   console.error(error.message);
 *   process.exit(1);
 * }
 * ```
 */
export class FolderInUseError extends AcpStoreError<"in_use"> {
  override readonly name = "FolderInUseError";

  constructor(
    /** The folder and the process that has locked it. */
    readonly holder: FolderHolder,
    advice: string,
  ) {
    const { dir, pid, lockFile } = holder;
    const who = pid === process.pid ? `this process (${pid})` : `the process ${pid}`;
    const hint =
      lockFile === undefined
        ? ""
        : ` If the process ${pid} is another program, delete ${lockFile} first.`;
    super("in_use", `The folder ${dir} is in use by ${who}. ${advice}${hint}`);
  }
}

/** Returns whether a caught value is a {@link FolderInUseError}. */
export const isFolderInUseError: (value: unknown) => value is FolderInUseError =
  /* @__PURE__ */ createErrorGuard<FolderInUseError>("FolderInUseError");
