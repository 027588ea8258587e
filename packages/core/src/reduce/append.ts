import type { AcpPatch, PatchPath } from "../commit/patch.js";
import type { Transaction } from "../commit/transaction.js";
import { adopt } from "../state/adopt.js";
import type { ContentBlock, TextBlock } from "../state/content.js";
import type { EntityOf, TableName } from "../state/state.js";
import type { SessionCell } from "../state/tree.js";

/** Where a growing list stands: the field of an entity. */
export interface ListPlace<Name extends TableName> {
  readonly cell: SessionCell;
  readonly table: Name;
  readonly id: string;
  readonly field: keyof EntityOf<Name> & string;
}

/** Adds a block to a list of content. Adjacent plain text grows into one block. */
export function appendBlock<Name extends TableName>(
  tx: Transaction,
  place: ListPlace<Name>,
  block: ContentBlock,
): void {
  const list = listAt<ContentBlock, Name>(tx, place);
  if (list === undefined) return;
  const last = list.at(-1);
  if (!isPlainText(block)) pushItem(tx, place, block);
  else if (block.text === "") return;
  else if (last !== undefined && isPlainText(last)) growText(tx, place, list, last, block.text);
  else pushItem(tx, place, block);
}

/** Adds an item to a list, with patches of the item's size. */
export function pushItem<Name extends TableName>(
  tx: Transaction,
  place: ListPlace<Name>,
  sent: unknown,
): void {
  const list = listAt<unknown, Name>(tx, place);
  if (list === undefined) return;
  const item = adopt(undefined, sent);
  const position = list.length;
  put(tx, place, [...list, item], (path) => [
    { op: "add", path: [...path, position], value: item },
    { op: "replace", path: [...path, "length"], value: position },
  ]);
}

function growText<Name extends TableName>(
  tx: Transaction,
  place: ListPlace<Name>,
  list: readonly ContentBlock[],
  last: TextBlock,
  text: string,
): void {
  const position = list.length - 1;
  const next: ContentBlock[] = list.slice(0, -1);
  next.push({ ...last, text: last.text + text });
  put(tx, place, next, (path) => appendPatches([...path, position, "text"], last.text, text));
}

/** The patches of a text that grew, in both directions. */
export function appendPatches(
  path: PatchPath,
  before: string,
  text: string,
): readonly [AcpPatch, AcpPatch] {
  return [
    { op: "append", path, value: text },
    { op: "replace", path: [...path, "length"], value: before.length },
  ];
}

function listAt<Item, Name extends TableName>(
  tx: Transaction,
  { cell, table, id, field }: ListPlace<Name>,
): readonly Item[] | undefined {
  return tx.get(cell, table, id)?.[field] as readonly Item[] | undefined;
}

function put<Name extends TableName>(
  tx: Transaction,
  { cell, table, id, field }: ListPlace<Name>,
  list: readonly unknown[],
  patchOf: (path: PatchPath) => readonly [AcpPatch, AcpPatch],
): void {
  const entity = tx.get(cell, table, id);
  if (entity === undefined) return;
  const next = { ...entity };
  Object.assign(next, { [field]: list });
  tx.replace(cell, table, id, next, (path) => patchOf([...path, field]));
}

/** A text block that carries nothing but its text. `null` says as little as an absent field. */
export function isPlainText(block: ContentBlock): block is TextBlock {
  if (block.type !== "text") return false;
  for (const field in block) {
    if (field === "type" || field === "text") continue;
    if (field !== "annotations" && field !== "_meta") return false;
    if (block[field] !== null) return false;
  }
  return true;
}
