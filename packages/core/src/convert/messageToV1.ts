import type { JsonObject } from "../json.js";
import { isBareTextBlock } from "./blocks.js";
import { type Lose, withFields } from "./conversion.js";
import { metaToV1 } from "./meta.js";

/** Converts a whole message. Version 1 can only append to a message, one block at a time. */
export function messageToV1(update: JsonObject, lose: Lose): unknown {
  const { content } = update;
  if (!Array.isArray(content) || content.length === 0) {
    if (content === undefined) lose("unsupported");
    else lose("cannot_clear", "content");
    return undefined;
  }
  lose("approximated", "content");
  return withFields(update, {
    sessionUpdate: `${String(update["sessionUpdate"])}_chunk`,
    content: blockOf(content, lose),
    _meta: metaToV1(update["_meta"], lose),
  });
}

/** Returns all blocks as one if they are plain text, otherwise the first block. */
function blockOf(content: readonly unknown[], lose: Lose): unknown {
  if (content.every(isBareTextBlock))
    return { type: "text", text: content.map((block) => block.text).join("") };
  for (let index = 1; index < content.length; index++) lose("unsupported", "content", index);
  return content[0];
}
