import type { Transaction } from "../commit/transaction.js";
import { deepFreeze } from "../commit/immer.js";
import { shareStructure } from "../state/shareStructure.js";
import type { ContentBlock, TextBlock } from "../state/content.js";
import { type Held, openList, withMoreText } from "../state/grow.js";
import { Growing } from "../state/growing.js";
import type { GrownList } from "../state/grownList.js";
import type { EntityOf, TableName } from "../state/state.js";
import type { SessionRecord, TextPaths } from "../state/tree.js";

/** Where a growing list stands: the field of an entity. */
export interface ListPlace<Name extends TableName> {
  readonly session: SessionRecord;
  readonly table: Name;
  readonly id: string;
  readonly field: keyof EntityOf<Name> & string;
}

/** The list at a place, and the entity that it belongs to. */
interface GrowingList<Name extends TableName> extends ListPlace<Name> {
  readonly held: Held<EntityOf<Name>>;
  readonly base: EntityOf<Name>;
  readonly list: GrownList<unknown>;
}

/** Adds a block to a list of content. Adjacent plain text grows into one block. */
export function appendBlock<Name extends TableName>(
  tx: Transaction,
  place: ListPlace<Name>,
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
export function pushItem<Name extends TableName>(
  tx: Transaction,
  place: ListPlace<Name>,
  item: unknown,
): void {
  const growing = growingAt(tx, place);
  if (growing !== undefined) push(tx, growing, item);
}

function push<Name extends TableName>(
  tx: Transaction,
  { session, table, id, field, held, base, list }: GrowingList<Name>,
  sent: unknown,
): void {
  const item = shareStructure(undefined, sent);
  const position = list.length;
  tx.grow(session, table, id, held, new Growing(base, field, list.push(item)));
  if (!tx.isRecording) return;
  tx.record(
    { op: "add", path: ["sessions", session.id, table, id, field, position], value: item },
    { op: "replace", path: ["sessions", session.id, table, id, field, "length"], value: position },
  );
}

function growText<Name extends TableName>(
  tx: Transaction,
  growing: GrowingList<Name>,
  last: TextBlock,
  text: string,
): void {
  const { session, table, id, field, held, base, list } = growing;
  const grown = list.replaceLast(withMoreText(last, text));
  tx.grow(session, table, id, held, new Growing(base, field, grown));
  if (!tx.isRecording) return;
  const paths = pathsOfText(growing);
  paths.list = grown;
  tx.record(
    { op: "append", path: paths.text, value: text },
    { op: "replace", path: paths.length, value: last.text.length },
  );
}

/** Text that streams is patched at the same place each time. */
function pathsOfText<Name extends TableName>({
  session,
  table,
  id,
  field,
  list,
}: GrowingList<Name>): TextPaths {
  if (session.lastText?.list === list) return session.lastText;
  const text = ["sessions", session.id, table, id, field, list.length - 1, "text"];
  session.lastText = { list, text: deepFreeze(text), length: deepFreeze([...text, "length"]) };
  return session.lastText;
}

function growingAt<Name extends TableName>(
  tx: Transaction,
  { session, table, id, field }: ListPlace<Name>,
): GrowingList<Name> | undefined {
  const held = tx.peek(session, table, id);
  if (held === undefined) return undefined;
  const { base, grown } = openList(held, field);
  return { session, table, id, field, held, base, list: grown };
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
