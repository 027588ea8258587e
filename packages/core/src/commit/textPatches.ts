import { deepFreeze } from "../persistent/freeze.js";
import type { ListBuffer } from "../persistent/listBuffer.js";
import type { TextBuffer } from "../persistent/textBuffer.js";
import type { EntityTable } from "../state/entityTable.js";
import type { AcpPatch, PatchPath } from "./patch.js";

/** The patch paths of the text that was appended to last in a table. */
interface TextPaths {
  buffer: ListBuffer<unknown>;
  readonly text: PatchPath;
  readonly length: PatchPath;
}

/** A cache: a message that streams has the same patch paths for each of its chunks. */
const lastTexts = new WeakMap<EntityTable<object>, TextPaths>();

/**
 * Returns the patch paths of the text of the last item of a list, and of its length. `buffer` is
 * the list before the append, `next` the list after it.
 */
export function pathsOfLastText(
  table: EntityTable<object>,
  id: string,
  field: string,
  buffer: ListBuffer<unknown>,
  next: ListBuffer<unknown>,
): TextPaths {
  let paths = lastTexts.get(table);
  if (paths?.buffer !== buffer) {
    const text = [...table.fieldPath(id, field), buffer.length - 1, "text"];
    paths = { buffer: next, text: deepFreeze(text), length: deepFreeze([...text, "length"]) };
    lastTexts.set(table, paths);
  }
  paths.buffer = next;
  return paths;
}

/** Drops the cached paths of a table, which keep a text in memory. */
export function forgetTextPaths(table: EntityTable<object>): void {
  lastTexts.delete(table);
}

/** The result of appending to a text field, and how it came about. */
export interface TextEdit {
  readonly appended: string;
  /** The text that was dropped from the start. */
  readonly dropped: string;
  readonly result: TextBuffer;
}

/** The patch of a text edit, and its inverse. */
export interface TextEditPatches {
  readonly patch: AcpPatch;
  readonly inverse: AcpPatch;
  /** A second inverse patch, to be applied before the other one. */
  readonly shorten?: AcpPatch;
}

/** Returns patches of the size of the text that was appended and dropped. */
export function textEditPatches(
  path: PatchPath,
  before: TextBuffer,
  { appended, dropped, result }: TextEdit,
): TextEditPatches {
  if (dropped.length > before.length) {
    return {
      patch: { op: "replace", path, value: result.value() },
      inverse: { op: "replace", path, value: before.value() },
    };
  }
  const length = result.length - appended.length;
  const shorten: AcpPatch = { op: "replace", path: [...path, "length"], value: length };
  if (dropped === "") return { patch: { op: "append", path, value: appended }, inverse: shorten };
  return {
    patch: { op: "append", path, value: appended, dropped: dropped.length },
    inverse: { op: "add", path: [...path, 0], value: dropped },
    shorten,
  };
}
