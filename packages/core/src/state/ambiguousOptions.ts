import type { PermissionOption } from "./requests.js";

/**
 * Returns whether several options of a permission request have this id. An answer with it could
 * select any of them, such as "Allow always" instead of "Reject", so do not offer it to the user.
 *
 * @example
 * ```tsx
 * {permission.options.map(({ optionId, name }) => (
 *   <button disabled={isAmbiguousOption(permission.options, optionId)}>{name}</button>
 * ))}
 * ```
 */
export function isAmbiguousOption(options: readonly PermissionOption[], optionId: string): boolean {
  return options.filter((option) => option.optionId === optionId).length > 1;
}

/** Returns whether each option of a permission request has a distinct id. */
export function hasUniqueIds(options: readonly PermissionOption[]): boolean {
  return new Set(options.map(({ optionId }) => optionId)).size === options.length;
}
