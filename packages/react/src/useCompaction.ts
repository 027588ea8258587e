import type { Compaction } from "@acp-store/core";
import type { SessionOption } from "./context.js";
import type { SelectOptions } from "./selection.js";
import { useEntity } from "./useEntity.js";

/**
 * One compaction of the context: what a timeline item of type `compaction` has as its `id`.
 *
 * @example
 * ```tsx
 * function CompactionRow({ id }: { id: string }) {
 *   return <hr aria-label={`Compaction: ${useCompaction(id, (item) => item?.status)}`} />;
 * }
 * ```
 */
export function useCompaction(
  compactionId: string,
  options?: SessionOption,
): Compaction | undefined;
export function useCompaction<Value>(
  compactionId: string,
  selector: (compaction: Compaction | undefined) => Value,
  options?: SelectOptions<Value>,
): Value;
export function useCompaction<Value>(
  compactionId: string,
  selectOrOptions?: ((compaction: Compaction | undefined) => Value) | SessionOption,
  options?: SelectOptions<Value>,
): Value {
  return useEntity("compactions", compactionId, selectOrOptions, options);
}
