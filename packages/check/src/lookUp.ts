/** Returns the entry of a table for a name that a peer has sent, such as `toString`, or `undefined`. */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
