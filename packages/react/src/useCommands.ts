import type { AvailableCommand } from "@acp-store/core";
import type { SessionOption } from "./context.js";
import type { SelectOptions } from "./selection.js";
import { NOTHING, useField } from "./useField.js";

/**
 * The slash commands that the agent offers now. Renders again only when the agent sends others.
 * {@link https://agentclientprotocol.com/protocol/v1/slash-commands}
 *
 * @example
 * ```tsx
 * function Commands() {
 *   return useCommands().map(({ name, description }) => (
 *     <li key={name}>
 *       /{name}: {description}
 *     </li>
 *   ));
 * }
 * ```
 */
export function useCommands(options?: SessionOption): readonly AvailableCommand[];
export function useCommands<Value>(
  selector: (commands: readonly AvailableCommand[]) => Value,
  options?: SelectOptions<Value>,
): Value;
export function useCommands<Value>(
  selectOrOptions?: ((commands: readonly AvailableCommand[]) => Value) | SessionOption,
  options?: SelectOptions<Value>,
): Value {
  return useField("commands", NOTHING, selectOrOptions, options);
}
