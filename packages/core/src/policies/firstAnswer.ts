import type { PermissionPolicy } from "../store/requestTypes.js";

/**
 * Combines policies: calls them in order and returns the first answer that is not `undefined`.
 *
 * `"ask"` is an answer too. It ends the chain, so a later policy cannot allow a request that an
 * earlier one wants the user to see. If a policy throws or rejects, the chain ends as well and the
 * user is asked. Put policies that reject before policies that allow.
 *
 * @example
 * ```ts
 * createAcpStore({
 *   permissionPolicy: firstAnswer(rejectKinds(["delete"]), allowKinds(["read", "search"])),
 * });
 * ```
 */
export function firstAnswer(...policies: readonly PermissionPolicy[]): PermissionPolicy {
  return async (context) => {
    for (const policy of policies) {
      const answer = await policy(context);
      if (answer !== undefined) return answer;
    }
    return undefined;
  };
}
