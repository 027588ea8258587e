import type { Transaction } from "../commit/transaction.js";
import { deepFreeze } from "../commit/immer.js";
import { shareStructure } from "../state/shareStructure.js";
import type { ContentBlock, TextBlock } from "../state/content.js";
import { type Held, openList, withMoreText } from "../state/grow.js";
import { Growing } from "../state/growing.js";
import type { GrownList } from "../state/grownList.js";

import type { EntityTable, TextPaths } from "../state/sessionRecord.js";

/** Where a growing list stands: the field of an entity. */
export interface ListPlace<Entity extends object> {
  readonly table: EntityTable<Entity>;
  readonly id: string;
  readonly field: keyof Entity & string;
}

/** The list at a place, and the entity that it belongs to. */
interface GrowingList<Entity extends object> extends ListPlace<Entity> {
  readonly held: Held<Entity>;
  readonly base: Entity;
  readonly list: GrownList<unknown>;
}

/** Adds a block to a list of content. Adjacent plain text grows into one block. */
export function appendBlock<Entity extends object>(
  tx: Transaction,
  place: ListPlace<Entity>,
  block: ContentBlock,
): void {
  const growing = growingAt(tx, place);
  if (growing === undefined) return;
  const last = growing.list.last as ContentBlock | undefined;
  if (!isPlainText(block)) push(tx, growing, block);
  else if (block.text === "") return;
  else if (last !== undefined && isPlainText(last)) growText(tx, growing, last, block.text);
  else push(tx, growing, block);
}

/** Adds an item to a list, with patches of the item's size. */
export function pushItem<Entity extends object>(
  tx: Transaction,
  place: ListPlace<Entity>,
  item: unknown,
): void {
  const growing = growingAt(tx, place);
  if (growing !== undefined) push(tx, growing, item);
}

function push<Entity extends object>(
  tx: Transaction,
  { table, id, field, held, base, list }: GrowingList<Entity>,
  sent: unknown,
): void {
  const item = shareStructure(undefined, sent);
  const position = list.length;
  tx.grow(table, id, held, new Growing(base, field, list.push(item)));
  if (!tx.isRecording) return;
  tx.record(
    { op: "add", path: table.path(id, field, position), value: item },
    { op: "replace", path: table.path(id, field, "length"), value: position },
  );
}

function growText<Entity extends object>(
  tx: Transaction,
  growing: GrowingList<Entity>,
  last: TextBlock,
  text: string,
): void {
  const { table, id, field, held, base, list } = growing;
  const grown = list.replaceLast(withMoreText(last, text));
  tx.grow(table, id, held, new Growing(base, field, grown));
  if (!tx.isRecording) return;
  const paths = pathsOfText(growing);
  paths.list = grown;
  tx.record(
    { op: "append", path: paths.text, value: text },
    { op: "replace", path: paths.length, value: last.text.length },
  );
}

/** Text that streams is patched at the same place each time. */
function pathsOfText<Entity extends object>({
  table,
  id,
  field,
  list,
}: GrowingList<Entity>): TextPaths {
  const known = table.lastText;
  if (known?.list === list) return known;
  const text = table.path(id, field, list.length - 1, "text");
  const paths = { list, text: deepFreeze(text), length: deepFreeze([...text, "length"]) };
  table.lastText = paths;
  return paths;
}

function growingAt<Entity extends object>(
  tx: Transaction,
  { table, id, field }: ListPlace<Entity>,
): GrowingList<Entity> | undefined {
  const held = table.peek(id);
  if (held === undefined) return undefined;
  const { base, grown } = openList(held, field);
  return { table, id, field, held, base, list: grown };
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
