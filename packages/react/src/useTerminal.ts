import type { Terminal } from "@acp-store/core";
import type { SessionOption } from "./context.js";
import type { SelectOptions } from "./selection.js";
import { useEntity } from "./useEntity.js";

/**
 * One terminal: what a tool call's content of type `terminal` has as its `terminalId`. Renders again
 * only when this terminal changes; with a selector only when what it picks changes.
 * {@link https://agentclientprotocol.com/protocol/v1/terminals}
 *
 * @example
 * ```tsx
 * function Output({ id }: { id: string }) {
 *   return <pre>{useTerminal(id, (terminal) => terminal?.output)}</pre>;
 * }
 * ```
 */
export function useTerminal(terminalId: string, options?: SessionOption): Terminal | undefined;
export function useTerminal<Value>(
  terminalId: string,
  selector: (terminal: Terminal | undefined) => Value,
  options?: SelectOptions<Value>,
): Value;
export function useTerminal<Value>(
  terminalId: string,
  selectOrOptions?: ((terminal: Terminal | undefined) => Value) | SessionOption,
  options?: SelectOptions<Value>,
): Value {
  return useEntity("terminals", terminalId, selectOrOptions, options);
}
