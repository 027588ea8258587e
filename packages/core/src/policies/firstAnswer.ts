import type { PermissionPolicy } from "../store/types.js";

/**
 * Asks one policy after the other, and answers with what the first says that does not ask. Where one
 * throws, the ones behind it are not asked but the user: it may have wanted to reject.
 *
 * @example
 * ```ts
 * createAcpStore({
 *   permissionPolicy: firstAnswer(rejectKinds(["delete"]), allowKinds(["read", "search"])),
 * });
 * ```
 */
export function firstAnswer(...policies: readonly PermissionPolicy[]): PermissionPolicy {
  return async (request, context) => {
    for (const policy of policies) {
      const answer = await policy(request, context);
      if (answer !== "ask") return answer;
    }
    return "ask";
  };
}
