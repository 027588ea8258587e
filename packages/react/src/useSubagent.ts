import type { Subagent } from "@acp-store/core";
import type { SessionOption } from "./context.js";
import type { SelectOptions } from "./selection.js";
import { useEntity } from "./useEntity.js";

/**
 * One subagent: what a timeline item of type `subagent` has as its `id`. That is also the id of its
 * session, whose timeline shows what it does.
 *
 * @example
 * ```tsx
 * function SubagentRow({ id }: { id: string }) {
 *   return <h3>{useSubagent(id, (subagent) => subagent?.title)}</h3>;
 * }
 * ```
 */
export function useSubagent(subagentId: string, options?: SessionOption): Subagent | undefined;
export function useSubagent<Value>(
  subagentId: string,
  selector: (subagent: Subagent | undefined) => Value,
  options?: SelectOptions<Value>,
): Value;
export function useSubagent<Value>(
  subagentId: string,
  selectOrOptions?: ((subagent: Subagent | undefined) => Value) | SessionOption,
  options?: SelectOptions<Value>,
): Value {
  return useEntity("subagents", subagentId, selectOrOptions, options);
}
