import type { Frame } from "@acp-store/core";
import { type JsonObject, setOwn } from "../json.js";
import {
  isFieldName,
  isPath,
  isSecret,
  isStructure,
  type Place,
  placeOf,
  zoneInside,
} from "./fields.js";
import { createPathRedactor } from "./paths.js";
import { isBase64, redactedBase64Text, redactedBytes, redactedText } from "./text.js";

/** What {@link redactTrace} takes. */
export interface RedactOptions {
  /** Names of fields whose values stay as they are, wherever they stand: `["title"]`. */
  readonly keep?: readonly string[];
}

/** No message of the protocol is nested as deeply as this. */
const DEEPEST = 500;

/**
 * Takes out of a trace what was said, where, and by whom, so that it can be shown to others: all text
 * except for the words of the protocol, ids, and the names and versions of the two programs. What
 * is left leads to a state of the same shape: the same entities with the same statuses in the same
 * order. The same text gets the same replacement everywhere, and the length stays.
 *
 * - Texts: letters become `x`, digits `0`; white space and punctuation stay.
 * - Paths and addresses: part by part, different ones stay different.
 * - Base64: as many bytes.
 * - What a tool was given and gave back, what a user entered, and what went wrong: no word of it is
 *   taken for one of the protocol, and numbers become 0.
 * - Keys that are no field names, such as paths: `key-1`.
 * - Fields with names like `token` or `password`: numbers become 0 too.
 *
 * Ids stay as they are, and so do numbers elsewhere, such as line numbers and counts of tokens.
 *
 * @example
 * ```ts
 * const text = formatTrace(redactTrace(recording.frames()));
 * ```
 */
export function redactTrace(trace: readonly Frame[], { keep = [] }: RedactOptions = {}): Frame[] {
  const kept = new Set(keep);
  const redactedPath = createPathRedactor();
  const keys = new Map<string, string>();

  function redacted(value: unknown, place: Place, parent: JsonObject, depth: number): unknown {
    if (kept.has(place.key)) return value;
    if (typeof value === "string") return redactedString(value, place, parent);
    if (typeof value === "number") return isSecret(place) || place.zone === "free" ? 0 : value;
    if (typeof value !== "object" || value === null) return value;
    if (depth > DEEPEST) return null;
    if (Array.isArray(value)) return value.map((item) => redacted(item, place, parent, depth + 1));
    return redactedObject(value as JsonObject, place, depth);
  }

  function redactedObject(value: JsonObject, place: Place, depth: number): object {
    const result = {};
    for (const [key, inner] of Object.entries(value)) {
      const name = isFieldName(key) || kept.has(key) ? key : redactedKey(key);
      const at = { key, container: place.key, zone: place.zone };
      setOwn(result, name, redacted(inner, { ...at, zone: zoneInside(at) }, value, depth + 1));
    }
    return result;
  }

  function redactedKey(key: string): string {
    const name = keys.get(key) ?? `key-${keys.size + 1}`;
    keys.set(key, name);
    return name;
  }

  function redactedString(text: string, place: Place, parent: JsonObject): string {
    if (isSecret(place)) return redactedText(text);
    if (isStructure(place, text)) return text;
    if (isPath(place)) return redactedPath(text);
    if (place.zone !== "known" || !isBinary(place) || !isBase64(text)) return redactedText(text);
    const isText = place.key === "data" && !("mimeType" in parent);
    return isText ? redactedBase64Text(text) : redactedBytes(text);
  }

  return trace.map(({ msg, ...frame }) => ({
    ...frame,
    msg: redacted(msg, placeOf(msg), {}, 0),
  }));
}

function isBinary({ key }: Place): boolean {
  return key === "data" || key === "blob";
}
