import type { ToolCall } from "@acp-store/core";
import type { SessionOption } from "./context.js";
import type { SelectOptions } from "./selection.js";
import { useEntity } from "./useEntity.js";

/**
 * One tool call, or `undefined` as long as it is not known. Renders again only when this call
 * changes; with a selector only when what it picks changes.
 *
 * @example
 * ```tsx
 * function Status({ id }: { id: string }) {
 *   const status = useToolCall(id, (call) => call?.status);
 *   return <span>{status}</span>;
 * }
 * ```
 */
export function useToolCall(toolCallId: string, options?: SessionOption): ToolCall | undefined;
export function useToolCall<Value>(
  toolCallId: string,
  selector: (call: ToolCall | undefined) => Value,
  options?: SelectOptions<Value>,
): Value;
export function useToolCall<Value>(
  toolCallId: string,
  selectOrOptions?: ((call: ToolCall | undefined) => Value) | SessionOption,
  options?: SelectOptions<Value>,
): Value {
  return useEntity("toolCalls", toolCallId, selectOrOptions, options);
}
