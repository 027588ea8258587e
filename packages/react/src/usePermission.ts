import type { Permission } from "@acp-store/core";
import type { SessionOption } from "./context.js";
import type { SelectOptions } from "./selection.js";
import { useEntity } from "./useEntity.js";

/**
 * One permission request, pending or settled: what a timeline item of type `permission` has as its
 * `id`. To answer those that wait, use `usePendingPermissions`.
 *
 * @example
 * ```tsx
 * function Answer({ id }: { id: string }) {
 *   const rule = usePermission(id, (permission) => permission?.rule);
 *   return rule === undefined ? null : <small>Answered automatically ({rule})</small>;
 * }
 * ```
 */
export function usePermission(
  permissionId: string,
  options?: SessionOption,
): Permission | undefined;
export function usePermission<Value>(
  permissionId: string,
  selector: (permission: Permission | undefined) => Value,
  options?: SelectOptions<Value>,
): Value;
export function usePermission<Value>(
  permissionId: string,
  selectOrOptions?: ((permission: Permission | undefined) => Value) | SessionOption,
  options?: SelectOptions<Value>,
): Value {
  return useEntity("permissions", permissionId, selectOrOptions, options);
}
