import { isObject, type JsonObject } from "../json.js";
import { blockToV2 } from "./blocks.js";
import { eachItem, type Lose, withFields } from "./conversion.js";
import { metaToV2 } from "./meta.js";
import { isDiffWithText, patchOfDiff } from "./patchOfDiff.js";

const FIELDS = [
  "title",
  "name",
  "kind",
  "status",
  "content",
  "locations",
  "rawInput",
  "rawOutput",
  "capabilities",
] as const;

/** The keys of `_meta` with which version 1 agents show terminals. Version 2 has updates for them. */
const TERMINAL_META = [
  "terminal_info",
  "terminal_output",
  "terminal_output_delta",
  "terminal_exit",
] as const;

/** Converts a tool call. Version 2 has one kind for creating and updating, in which `null` clears. */
export function toolCallToV2(update: JsonObject, lose: Lose): JsonObject {
  reportTerminals(update["_meta"], lose);
  const unsaid = FIELDS.filter((field) => update[field] === null);
  return withFields(update, {
    ...Object.fromEntries(unsaid.map((field) => [field, undefined])),
    sessionUpdate: "tool_call_update",
    content: contentToV2(update["content"] ?? undefined, lose),
    capabilities: capabilitiesToV2(update["capabilities"] ?? undefined, lose),
    locations: locationsToV2(update["locations"] ?? undefined, lose),
    _meta: metaToV2(update["_meta"], lose),
  });
}

function contentToV2(content: unknown, lose: Lose): unknown {
  return eachItem(content, (item, index) => {
    if (item["type"] === "content") {
      return { ...item, content: blockToV2(item["content"], lose, ["content", index, "content"]) };
    }
    if (!isDiffWithText(item)) return item;
    // In version 1 these are extension fields. In version 2 they describe the diff.
    for (const field of ["changes", "patch"])
      if (item[field] !== undefined) lose("unsupported", "content", index, field);
    // A patch cannot express an empty file that stays empty.
    if (item["oldText"] === "" && item["newText"] === "") lose("approximated", "content", index);
    return patchOfDiff(item);
  });
}

/** Converts the capabilities. Version 1 does not define them, so they may have any value. */
function capabilitiesToV2(capabilities: unknown, lose: Lose): unknown {
  const isFine =
    capabilities === undefined ||
    (isObject(capabilities) &&
      [capabilities["cancel"], capabilities["_meta"]].every(isObjectOrNone));
  if (!isFine) lose("unsupported", "capabilities");
  return isFine ? capabilities : undefined;
}

function isObjectOrNone(value: unknown): boolean {
  return value == null || isObject(value);
}

/** Converts the locations. Version 2 counts lines from 1 and does not allow 0. */
function locationsToV2(locations: unknown, lose: Lose): unknown {
  return eachItem(locations, (location, index) => {
    if (location["line"] !== 0) return location;
    lose("unsupported", "locations", index, "line");
    return withFields(location, { line: undefined });
  });
}

function reportTerminals(meta: unknown, lose: Lose): void {
  if (!isObject(meta)) return;
  for (const key of TERMINAL_META) if (isObject(meta[key])) lose("unsupported", "_meta", key);
}
