import type { SessionOption } from "./context.js";
import { type Compare, whole } from "./useWatched.js";

/** How a hook with a selector compares what it picks. */
export interface CompareOption<Value> {
  /** Default: `Object.is`. */
  readonly compare?: Compare<Value>;
}

/** How a hook with a selector compares, and which session it reads. */
export interface SelectOptions<Value> extends SessionOption, CompareOption<Value> {}

/** The last arguments of a hook: a selector and its options, or options alone. */
export interface Selection<Input, Value> {
  readonly select: (input: Input) => Value;
  readonly compare: Compare<Value> | undefined;
  readonly option: SessionOption | undefined;
}

/** Without a selector a hook gives all it reads: then `Value` is `Input`, as its overloads say. */
export function selectionOf<Input, Value>(
  selectOrOptions: ((input: Input) => Value) | SessionOption | undefined,
  options: SelectOptions<Value> | undefined,
): Selection<Input, Value> {
  if (typeof selectOrOptions === "function")
    return { select: selectOrOptions, compare: options?.compare, option: options };
  const select = whole as unknown as (input: Input) => Value;
  return { select, compare: undefined, option: selectOrOptions };
}
