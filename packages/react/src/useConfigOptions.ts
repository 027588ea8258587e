import type { ConfigOption } from "@acp-store/core";
import type { SessionOption } from "./context.js";
import type { SelectOptions } from "./selection.js";
import { NOTHING, useField } from "./useField.js";

/**
 * The settings of the session, such as its model, with their current values. Renders again only when
 * one changes; with a selector only when what it picks changes.
 * {@link https://agentclientprotocol.com/protocol/v1/session-config-options}
 *
 * @example
 * ```tsx
 * function Model() {
 *   const model = useConfigOptions((all) => all.find((option) => option.id === "model"));
 *   return <b>{String(model?.currentValue)}</b>;
 * }
 * ```
 */
export function useConfigOptions(options?: SessionOption): readonly ConfigOption[];
export function useConfigOptions<Value>(
  selector: (configOptions: readonly ConfigOption[]) => Value,
  options?: SelectOptions<Value>,
): Value;
export function useConfigOptions<Value>(
  selectOrOptions?: ((configOptions: readonly ConfigOption[]) => Value) | SessionOption,
  options?: SelectOptions<Value>,
): Value {
  return useField("configOptions", NOTHING, selectOrOptions, options);
}
