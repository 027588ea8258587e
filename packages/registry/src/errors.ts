import { AcpStoreError, createErrorGuard } from "@acp-store/core";

/**
 * The reason why the registry could not be loaded, or an agent not be installed.
 *
 * - `unavailable`: neither the network nor the cache has a usable registry
 * - `invalid_agent`: the agent has an id, a version or a checksum that must not become the name of a
 *   folder, or its program would be outside of that folder. `parseRegistry` returns no such agents
 * - `no_checksum`: the registry has no checksum of the download, and `allowUnverified` is not set
 * - `download_failed`: the server did not send the file
 * - `checksum_mismatch`: the downloaded file is not the one that the registry describes
 * - `too_large`: the download or its content exceeds a limit
 * - `unsupported_archive`: the format of the download cannot be unpacked
 * - `unsafe_archive`: a part of the archive would leave its folder, or is neither a file, a folder nor
 *   a symbolic link
 * - `corrupt_archive`: the archive is damaged
 * - `missing_executable`: the installed version does not contain the program to run
 */
export type AcpRegistryErrorReason =
  | "unavailable"
  | "invalid_agent"
  | "no_checksum"
  | "download_failed"
  | "checksum_mismatch"
  | "too_large"
  | "unsupported_archive"
  | "unsafe_archive"
  | "corrupt_archive"
  | "missing_executable";

/**
 * Thrown by `loadRegistry`, `installBinary` and `removeOldVersions`. The message is written for end
 * users and says what to do. It begins with the name of the package only for the reason
 * `invalid_agent`, which is a mistake of the programmer.
 *
 * @example
 * ```ts
 * import { isAcpRegistryError, loadRegistry } from "@acp-store/registry";
 *
 * try {
 *   await loadRegistry({ cacheFile: ".my-client/registry.json" });
 * } catch (error) {
 *   if (!isAcpRegistryError(error)) throw error;
 *   console.error(error.reason, error.message);
 * }
 * ```
 */
export class AcpRegistryError extends AcpStoreError<AcpRegistryErrorReason> {
  override readonly name = "AcpRegistryError";

  constructor(reason: AcpRegistryErrorReason, message: string, options?: ErrorOptions) {
    super(reason, reason === "invalid_agent" ? `[acp-store] ${message}` : message, options);
  }
}

/** Returns whether a caught value is an {@link AcpRegistryError}. */
export const isAcpRegistryError: (value: unknown) => value is AcpRegistryError =
  /* @__PURE__ */ createErrorGuard<AcpRegistryError>("AcpRegistryError");
