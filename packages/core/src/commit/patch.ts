/** Where in the state: field names, table keys, array positions. Patches may share one: do not write to it. */
export type PatchPath = readonly (string | number)[];

/**
 * One change. `add`, `replace` and `remove` are immer's, and as there, replacing the `length` of
 * an array shortens it. So that streamed text costs its pieces, strings have the like: `append` adds
 * to the end, and where the text is bounded, `dropped` says how many characters leave at the start
 * for it. Back leads `replace` of the `length`, and `add` of what was dropped at position 0.
 *
 * A table replaced whole is a list of `[id, entity]`.
 */
export type AcpPatch =
  | { readonly op: "add" | "replace"; readonly path: PatchPath; readonly value: unknown }
  | { readonly op: "remove"; readonly path: PatchPath }
  | {
      readonly op: "append";
      readonly path: PatchPath;
      readonly value: string;
      readonly dropped?: number;
    };

/** The patch that sets a field, or removes it where `after` is `undefined`. */
export function assignment(path: PatchPath, before: unknown, after: unknown): AcpPatch {
  if (after === undefined) return { op: "remove", path };
  return { op: before === undefined ? "add" : "replace", path, value: after };
}

/** The fields of two versions of an entity: those of `after` first, then what only `before` has. */
export function fieldsOf(before: object, after: object): readonly string[] {
  const fields = Object.keys(after);
  for (const field in before) if (!Object.hasOwn(after, field)) fields.push(field);
  return fields;
}
