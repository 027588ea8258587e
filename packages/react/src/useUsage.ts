import type { Usage } from "@acp-store/core";
import type { SessionOption } from "./context.js";
import type { SelectOptions } from "./selection.js";
import { useField } from "./useField.js";

/**
 * The tokens in context, the size of the context window in tokens, and the cost so far; `undefined`
 * until the agent says. Renders again only when it says something new; with a selector only when
 * what it picks changes.
 *
 * @example
 * ```tsx
 * function Meter() {
 *   const percent = useUsage((usage) => usage && Math.round((100 * usage.used) / usage.size));
 *   return <span>{percent === undefined ? "" : `${percent} % of the context`}</span>;
 * }
 * ```
 */
export function useUsage(options?: SessionOption): Usage | undefined;
export function useUsage<Value>(
  selector: (usage: Usage | undefined) => Value,
  options?: SelectOptions<Value>,
): Value;
export function useUsage<Value>(
  selectOrOptions?: ((usage: Usage | undefined) => Value) | SessionOption,
  options?: SelectOptions<Value>,
): Value {
  return useField("usage", undefined, selectOrOptions, options);
}
