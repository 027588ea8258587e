import type { Frame } from "@acp-store/core";
import { type JsonObject, setOwn } from "../json.js";
import {
  type FieldContext,
  isBinaryField,
  isFieldName,
  isPathField,
  isPublicText,
  isSecretField,
  createMessageContext,
  getInnerZone,
} from "./fields.js";
import {
  createPathRedactor,
  redactBase64Bytes,
  redactBase64Text,
  redactText,
} from "./redactText.js";

/** The options of {@link redactTrace}. */
export interface RedactOptions {
  /** The names of fields to leave unchanged, wherever they occur. Example: `["title"]`. */
  readonly keep?: readonly string[];
}

/** Deeper objects and lists become `null`. No message of the protocol is nested this deeply. */
const MAX_DEPTH = 500;

/**
 * Removes private content from a trace, so that it can be shared. It replaces all text except for
 * terms of the protocol, ids, and the names and versions of the client and agent. The redacted trace
 * still leads to a state of the same shape: the same entities, with the same statuses, in the same
 * order. Equal texts get the same replacement, and texts keep their length.
 *
 * - In texts and in lines of stderr, letters become `x` and digits `0`. Whitespace and punctuation stay.
 * - Paths and URLs are redacted by segment. Different segments stay different.
 * - Base64 data keeps its number of bytes.
 * - In tool input and output, form values and error details, every text is redacted and every number
 *   becomes 0.
 * - In `_meta` and in messages with custom methods (`_…`), every text except for ids is redacted.
 * - Keys that are not field names, such as paths, become `key-1`, `key-2` and so on.
 * - In fields with names such as `token` or `password`, numbers become 0.
 * - Objects and lists nested more than 500 levels deep become `null`.
 *
 * Ids stay, and so do all other numbers, such as line numbers and token counts.
 *
 * @example
 * ```ts
 * const text = formatTrace(redactTrace(recording.frames()));
 * ```
 */
export function redactTrace(trace: readonly Frame[], { keep = [] }: RedactOptions = {}): Frame[] {
  const keptFields = new Set(keep);
  const redactPath = createPathRedactor();
  const keyReplacements = new Map<string, string>();

  function redact(
    value: unknown,
    context: FieldContext,
    parent: JsonObject,
    depth: number,
  ): unknown {
    if (keptFields.has(context.key)) return value;
    if (typeof value === "string") return redactString(value, context, parent);
    if (typeof value === "number")
      return isSecretField(context) || context.zone === "free" ? 0 : value;
    if (typeof value !== "object" || value === null) return value;
    if (depth > MAX_DEPTH) return null;
    if (Array.isArray(value)) return value.map((item) => redact(item, context, parent, depth + 1));
    return redactObject(value as JsonObject, context, depth);
  }

  function redactObject(value: JsonObject, context: FieldContext, depth: number): object {
    const result = {};
    for (const [key, child] of Object.entries(value)) {
      const name = isFieldName(key) || keptFields.has(key) ? key : redactKey(key);
      const field = { key, parentKey: context.key, zone: context.zone };
      const childContext = { ...field, zone: getInnerZone(field) };
      setOwn(result, name, redact(child, childContext, value, depth + 1));
    }
    return result;
  }

  function redactKey(key: string): string {
    const replacement = keyReplacements.get(key) ?? `key-${keyReplacements.size + 1}`;
    keyReplacements.set(key, replacement);
    return replacement;
  }

  function redactString(text: string, context: FieldContext, parent: JsonObject): string {
    if (isSecretField(context)) return redactText(text);
    if (isPublicText(context, text)) return text;
    if (isPathField(context)) return redactPath(text);
    if (!isBinaryField(context) || !isBase64(text)) return redactText(text);
    // Terminal output is base64-encoded text without a MIME type.
    const isEncodedText = context.key === "data" && !("mimeType" in parent);
    return isEncodedText ? redactBase64Text(text) : redactBase64Bytes(text);
  }

  return trace.map(({ msg, ...frame }) => ({
    ...frame,
    msg: redact(msg, createMessageContext(msg), {}, 0),
  }));
}

/** Returns whether a text is valid base64. It may be long: one pattern for all of it would exceed the stack. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
