import type { Message } from "@acp-store/core";
import type { SessionOption } from "./context.js";
import type { SelectOptions } from "./selection.js";
import { useEntity } from "./useEntity.js";

/**
 * One message by its key in the session's `messages`: what a timeline item has as its `id`.
 *
 * @example
 * ```tsx
 * function Text({ id }: { id: string }) {
 *   const message = useMessage(id);
 *   return <p>{message?.content.map((block) => (block.type === "text" ? block.text : ""))}</p>;
 * }
 * ```
 */
export function useMessage(id: string, options?: SessionOption): Message | undefined;
export function useMessage<Value>(
  id: string,
  selector: (message: Message | undefined) => Value,
  options?: SelectOptions<Value>,
): Value;
export function useMessage<Value>(
  id: string,
  selectOrOptions?: ((message: Message | undefined) => Value) | SessionOption,
  options?: SelectOptions<Value>,
): Value {
  return useEntity("messages", id, selectOrOptions, options);
}
