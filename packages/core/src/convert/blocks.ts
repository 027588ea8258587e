import { isObject, type JsonObject } from "../json.js";
import type { TextBlock } from "../state/content.js";
import { type Converter, type Lose, withFields } from "./conversion.js";

type LossPath = readonly (string | number)[];

/**
 * Returns the converter of an update that has content blocks in one of its fields. It returns the
 * same update if nothing is lost.
 */
export function withBlocks(field: string): Converter {
  return (update, lose) => {
    const before = update[field];
    const after = Array.isArray(before)
      ? sameIfEqual(
          before,
          before.map((block: unknown, index) => blockToV2(block, lose, [field, index])),
        )
      : blockToV2(before, lose, [field]);
    return after === before ? update : { ...update, [field]: after };
  };
}

function sameIfEqual(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return before.every((item, index) => item === after[index]) ? before : after;
}

/**
 * Converts a content block. Version 2 requires a priority from 0 to 1 and a size that is not
 * negative, and it defines `icons`, which may have any value in version 1.
 */
export function blockToV2(block: unknown, lose: Lose, path: LossPath): unknown {
  if (!isObject(block)) return block;
  const { type, annotations, size, icons } = block;
  const without: JsonObject = {};
  if (isObject(annotations) && isOutside(annotations["priority"])) {
    lose("unsupported", ...path, "annotations", "priority");
    without["annotations"] = withFields(annotations, { priority: undefined });
  }
  if (type === "resource_link" && typeof size === "number" && size < 0) {
    lose("unsupported", ...path, "size");
    without["size"] = undefined;
  }
  if (type === "resource_link" && icons != null && !areIcons(icons)) {
    lose("unsupported", ...path, "icons");
    without["icons"] = undefined;
  }
  return Object.keys(without).length === 0 ? block : withFields(block, without);
}

function isOutside(priority: unknown): boolean {
  return typeof priority === "number" && (priority < 0 || priority > 1);
}

function areIcons(icons: unknown): boolean {
  return (
    Array.isArray(icons) &&
    icons.every((icon: unknown) => isObject(icon) && typeof icon["src"] === "string")
  );
}

/** Returns whether a value is a text block with nothing but its text. `null` counts as absent. */
export function isBareTextBlock(block: unknown): block is TextBlock {
  if (!isObject(block) || block["type"] !== "text" || typeof block["text"] !== "string")
    return false;
  const { type: _type, text: _text, annotations = null, _meta = null, ...rest } = block;
  return annotations === null && _meta === null && Object.keys(rest).length === 0;
}
