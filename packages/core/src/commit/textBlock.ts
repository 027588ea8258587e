import { isObject } from "../json.js";

/** A list item with text that can be appended to. */
export interface TextItem {
  readonly type: string;
  readonly text: string;
}

/** Returns whether a list item has text that can be appended to. */
export function isTextItem(value: unknown): value is TextItem {
  return isObject(value) && typeof value["type"] === "string" && typeof value["text"] === "string";
}

/** Returns a copy of a list item with text added to its end. */
export function extendText<Item extends TextItem>(item: Item, text: string): TextItem {
  // A literal where it is enough, because a spread costs many times as much.
  if (hasOnlyText(item)) return { type: item.type, text: item.text + text };
  return { ...item, text: item.text + text };
}

function hasOnlyText(item: TextItem): boolean {
  for (const field in item) if (field !== "type" && field !== "text") return false;
  return true;
}
