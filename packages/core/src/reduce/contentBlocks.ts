import type { Transaction } from "../commit/transaction.js";
import type { ContentBlock, TextBlock } from "../state/content.js";
import type { EntityTable } from "../state/entityTable.js";

/**
 * Appends a block to the content of an entity. Text that follows plain text is appended to the last
 * block, and empty text is ignored.
 */
export function appendBlock<Entity extends object>(
  tx: Transaction,
  table: EntityTable<Entity>,
  id: string,
  field: keyof Entity & string,
  block: ContentBlock,
): void {
  if (!isPlainText(block)) return tx.append(table, id, field, block);
  if (block.text === "") return;
  const last = table.lastItem(id, field) as ContentBlock | undefined;
  if (last !== undefined && isPlainText(last)) tx.appendText(table, id, field, last, block.text);
  else tx.append(table, id, field, block);
}

/** Returns whether a text block has nothing but its text. `null` counts as an absent field. */
export function isPlainText(block: ContentBlock): block is TextBlock {
  if (block.type !== "text") return false;
  for (const field in block) {
    if (field === "type" || field === "text") continue;
    if (field !== "annotations" && field !== "_meta") return false;
    if (block[field] !== null) return false;
  }
  return true;
}
