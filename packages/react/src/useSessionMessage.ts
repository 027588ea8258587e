import type { SessionMessage } from "@acp-store/core";
import type { SessionOption } from "./context.js";
import type { SelectOptions } from "./selection.js";
import { useEntity } from "./useEntity.js";

/**
 * One message between two sessions: what a timeline item of type `session_message` has as its `id`.
 *
 * @example
 * ```tsx
 * function SessionMessageRow({ id }: { id: string }) {
 *   return <p>From {useSessionMessage(id, (message) => message?.senderSessionId)}</p>;
 * }
 * ```
 */
export function useSessionMessage(id: string, options?: SessionOption): SessionMessage | undefined;
export function useSessionMessage<Value>(
  id: string,
  selector: (message: SessionMessage | undefined) => Value,
  options?: SelectOptions<Value>,
): Value;
export function useSessionMessage<Value>(
  id: string,
  selectOrOptions?: ((message: SessionMessage | undefined) => Value) | SessionOption,
  options?: SelectOptions<Value>,
): Value {
  return useEntity("sessionMessages", id, selectOrOptions, options);
}
