/** Returns a value in so many nested objects. */
export function nested(levels: number, value: unknown = "end"): unknown {
  let result = value;
  for (let level = 0; level < levels; level++) result = { in: result };
  return result;
}
