import type { Notice } from "@acp-store/core";
import type { SessionOption } from "./context.js";
import type { SelectOptions } from "./selection.js";
import { NOTHING, useField } from "./useField.js";

/**
 * What the agent lets the user know outside of the conversation, the newest last; at most
 * `limits.notices` of it. Renders again only when there is a new one.
 *
 * @example
 * ```tsx
 * function LastNotice() {
 *   const notice = useNotices((all) => all.at(-1));
 *   return <p role="status">{notice?.title}</p>;
 * }
 * ```
 */
export function useNotices(options?: SessionOption): readonly Notice[];
export function useNotices<Value>(
  selector: (notices: readonly Notice[]) => Value,
  options?: SelectOptions<Value>,
): Value;
export function useNotices<Value>(
  selectOrOptions?: ((notices: readonly Notice[]) => Value) | SessionOption,
  options?: SelectOptions<Value>,
): Value {
  return useField("notices", NOTHING, selectOrOptions, options);
}
