/** Returns a function that computes each result once, so that equal inputs have the same result. */
export function memoized<Input extends object, Result>(
  compute: (input: Input) => Result,
): (input: Input) => Result {
  const results = new WeakMap<Input, { readonly result: Result }>();
  return (input) => {
    let known = results.get(input);
    if (known === undefined) {
      known = { result: compute(input) };
      results.set(input, known);
    }
    return known.result;
  };
}
