import { onTestFinished } from "vitest";

/** Calls a function before each call of some methods, until the returned function is called. */
export function beforeCalls<Method extends string>(
  prototype: Readonly<Record<Method, unknown>>,
  methods: readonly Method[],
  run: (method: Method) => void,
): () => void {
  const originals = methods.map((method) => [method, prototype[method]] as const);
  for (const [method, original] of originals) {
    if (typeof original !== "function") throw new Error(`There is no method "${method}".`);
    const intercepted = new Proxy(original, {
      apply(target, self, parameters) {
        run(method);
        return Reflect.apply(target, self, parameters);
      },
    });
    Reflect.set(prototype, method, intercepted);
  }
  function restore(): void {
    for (const [method, original] of originals) Reflect.set(prototype, method, original);
  }
  onTestFinished(restore);
  return restore;
}
