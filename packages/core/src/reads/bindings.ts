import { AcpStoreError } from "../errors.js";
import type { AcpStore } from "../store/types.js";
import type { AcpView } from "../store/view.js";
import { NO_SESSION } from "./noSession.js";
import type { StateRead } from "./stateRead.js";

/** A function that creates a read, such as `agentRead`. */
export type ReadFactory = (...args: never[]) => StateRead<unknown>;

/** The value of the reads that a function creates. */
export type ValueOfRead<Factory extends ReadFactory> = ReturnType<ReturnType<Factory>["read"]>;

/** The arguments of a function that creates reads of a session, without the id of the session. */
export type SessionReadArgs<Factory extends ReadFactory> = Factory extends (
  sessionId: string,
  ...args: infer Args
) => unknown
  ? Args
  : never;

/** A value, or a function that returns it, such as an accessor or a signal. */
export type MaybeGetter<Value> = Value | (() => Value);

/** Arguments, each of which is a value or a function that returns it. */
export type MaybeGetters<Args extends readonly unknown[]> = {
  [Index in keyof Args]: MaybeGetter<Args[Index]>;
};

/**
 * Returns the value, or the result of the function.
 *
 * @example
 * ```ts
 * toValue(() => "s1"); // "s1"
 * ```
 */
export function toValue<Value>(value: MaybeGetter<Value>): Value {
  return isGetter(value) ? value() : value;
}

function isGetter<Value>(value: MaybeGetter<Value>): value is () => Value {
  return typeof value === "function";
}

/**
 * Splits the arguments of a binding's function, such as `useToolCall(id, options)`, into `count` arguments
 * of its read and the options after them. Returns a function that resolves the former, each with
 * `resolve` if it is given.
 *
 * @example
 * ```ts
 * const inputs = [() => "call_1"];
 * const [getArgs, options] = splitInputs<[id: string], SessionOptions>(1, inputs, toValue);
 * getArgs(); // ["call_1"]
 * ```
 */
export function splitInputs<Args extends readonly unknown[], Options>(
  count: number,
  inputs: readonly unknown[],
  resolve: (input: unknown) => unknown = (input) => input,
): readonly [getArgs: () => Args, options: Options | undefined] {
  const args = inputs.slice(0, count);
  // The binding's function has declared the types of its inputs.
  return [() => args.map(resolve) as unknown as Args, inputs[count] as Options | undefined];
}

/**
 * Returns a getter of the session that the options name, or else that of the provided session.
 *
 * @example
 * ```ts
 * getSessionGetter({ sessionId: "s1" }, undefined, toValue)?.(); // "s1"
 * ```
 */
export function getSessionGetter<Input>(
  options: { readonly sessionId?: Input | undefined } | undefined,
  provided: (() => string) | undefined,
  resolve: (input: Input | undefined) => string | undefined,
): (() => string) | undefined {
  if (options === undefined || !("sessionId" in options)) return provided;
  return () => resolve(options.sessionId) ?? NO_SESSION;
}

/** A function of a binding, such as `useToolCall`. Errors have its name, which minified code changes. */
export type Caller = { readonly name: string };

/**
 * The reason a function of a binding threw.
 *
 * - `no_store`, `no_session`, `no_persistence`: none was provided
 * - `mirror`: a mirror was provided, but the function needs the store itself
 */
export type AcpProviderErrorReason = "no_store" | "no_session" | "no_persistence" | "mirror";

/**
 * Thrown by a function of a binding, such as `useToolCall`, if something that it needs was not provided.
 *
 * @example
 * ```ts
 * throw new AcpProviderError("no_store", useToolCall, "needs a store.");
 * ```
 */
export class AcpProviderError extends AcpStoreError<AcpProviderErrorReason> {
  override readonly name = "AcpProviderError";

  constructor(reason: AcpProviderErrorReason, { name: caller }: Caller, message: string) {
    super(reason, `[acp-store] ${caller} ${message}`);
  }
}

/** The names of the providers and of their arguments. */
const PROVIDERS = {
  store: ["AcpStore", "store"],
  session: ["AcpSession", "sessionId"],
  persistence: ["AcpPersistence", "persistence"],
} as const;

/**
 * Returns a provided value.
 *
 * @param form - The form of the binding's providers, for the message of the error: functions such as
 *   `provideAcpStore(store)`, components such as `AcpStoreProvider`, or functions that take an element.
 * @throws AcpProviderError if the value is `undefined` or `null`.
 *
 * @example
 * ```ts
 * const view = requireProvided(provided, "store", useToolCall);
 * ```
 */
export function requireProvided<Value>(
  value: Value | undefined | null,
  part: keyof typeof PROVIDERS,
  caller: Caller,
  form: "function" | "component" | "element" = "function",
): Value {
  if (value !== undefined && value !== null) return value;
  const [name, argument] = PROVIDERS[part];
  const provider = {
    function: `provide${name}(${argument})`,
    component: `<${name}Provider ${argument}={${argument}}>`,
    element: `provide${name}(element, ${argument})`,
  }[form];
  const orOption = part === "session" && form !== "element" ? ", or pass { sessionId }" : "";
  throw new AcpProviderError(
    `no_${part}`,
    caller,
    `needs a ${part}. Provide one with ${provider}${orOption}.`,
  );
}

/**
 * Returns a view that is the store itself.
 *
 * @param alternative - The function that returns any view, for the message of the error.
 * @throws AcpProviderError if the view is a mirror: only the window that owns the connection has the
 *   store.
 *
 * @example
 * ```ts
 * const store = requireStore(useAcpView(), useAcpStore, "useAcpView");
 * ```
 */
export function requireStore(view: AcpView, caller: Caller, alternative: string): AcpStore {
  if (isStore(view)) return view;
  throw new AcpProviderError(
    "mirror",
    caller,
    `needs the store itself, but a mirror was provided. Use ${alternative}, or run this in the window that owns the connection.`,
  );
}

function isStore(view: AcpView): view is AcpStore {
  return "observe" in view;
}
