/** Where in the state: field names, table keys, array positions. */
export type PatchPath = readonly (string | number)[];

/**
 * One change. `add`, `replace` and `remove` are immer's, and as there, replacing the `length` of
 * an array shortens it. Two things are our own, so that streamed text costs its pieces:
 * `append` adds to the end of a string, and replacing the `length` of a string shortens it.
 *
 * A table replaced whole is a list of `[id, entity]`.
 */
export type AcpPatch =
  | { readonly op: "add" | "replace"; readonly path: PatchPath; readonly value: unknown }
  | { readonly op: "remove"; readonly path: PatchPath }
  | { readonly op: "append"; readonly path: PatchPath; readonly value: string };
