import { type Permission, selectPendingPermissions } from "@acp-store/core";
import { useMemo } from "react";
import { answerable } from "./answerable.js";
import { type SessionOption, useAcpStore, useSessionId } from "./context.js";
import { sameItems, useWatched } from "./useWatched.js";

/** A permission request that waits, and the way to answer it. */
export interface PendingPermission extends Permission {
  /** Answers with one of `options`. Throws `AcpPermissionError` if it is not offered or too late. */
  respond(optionId: string): void;
}

/**
 * The permission requests that wait for an answer, the oldest first. What happens to the tool
 * call they are about does not touch them.
 *
 * @example
 * ```tsx
 * function Permissions() {
 *   return usePendingPermissions().map((permission) =>
 *     permission.options.map((option) => (
 *       <button key={option.optionId} onClick={() => permission.respond(option.optionId)}>
 *         {option.name}
 *       </button>
 *     )),
 *   );
 * }
 * ```
 */
export function usePendingPermissions(options?: SessionOption): readonly PendingPermission[] {
  const sessionId = useSessionId(options);
  return usePending(sessionId);
}

/** The permission requests of all sessions that wait for an answer, the oldest first. */
export function useAllPendingPermissions(): readonly PendingPermission[] {
  return usePending(undefined);
}

function usePending(sessionId: string | undefined): readonly PendingPermission[] {
  const store = useAcpStore();
  const select = useMemo(
    () =>
      answerable(({ permissionId }: Permission, optionId: string) =>
        store.respondToPermission(permissionId, optionId),
      ),
    [store],
  );
  const target =
    sessionId === undefined
      ? ({ table: "permissions" } as const)
      : ({ sessionId, table: "permissions" } as const);
  return useWatched(
    [target],
    (state) => selectPendingPermissions(state, sessionId),
    select,
    sameItems,
  );
}
