import type { SessionModes } from "@acp-store/core";
import type { SessionOption } from "./context.js";
import type { SelectOptions } from "./selection.js";
import { useField } from "./useField.js";

/**
 * The modes on offer and the current one; `undefined` where the agent has none. Renders again only
 * when they change.
 * {@link https://agentclientprotocol.com/protocol/v1/session-modes}
 *
 * @example
 * ```tsx
 * function Mode({ onPick }: { onPick(modeId: string): void }) {
 *   const modes = useModes();
 *   return (
 *     <select value={modes?.currentModeId} onChange={(event) => onPick(event.target.value)}>
 *       {modes?.availableModes.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
 *     </select>
 *   );
 * }
 * ```
 */
export function useModes(options?: SessionOption): SessionModes | undefined;
export function useModes<Value>(
  selector: (modes: SessionModes | undefined) => Value,
  options?: SelectOptions<Value>,
): Value;
export function useModes<Value>(
  selectOrOptions?: ((modes: SessionModes | undefined) => Value) | SessionOption,
  options?: SelectOptions<Value>,
): Value {
  return useField("modes", undefined, selectOrOptions, options);
}
