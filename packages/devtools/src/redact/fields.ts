import { isObject } from "../json.js";

/** Fields with values that the protocol defines, if the value is a single word. */
const PROTOCOL_WORD_FIELDS: ReadonlySet<string> = new Set([
  "action",
  "audience",
  "category",
  "currency",
  "fileType",
  "format",
  "jsonrpc",
  "kind",
  "method",
  "mimeType",
  "mode",
  "operation",
  "outcome",
  "priority",
  "role",
  "sessionUpdate",
  "severity",
  "signal",
  "state",
  "status",
  "stopReason",
  "type",
]);

/** Fields with paths or URLs. */
const PATH_FIELDS: ReadonlySet<string> = new Set([
  "additionalDirectories",
  "cwd",
  "newPath",
  "oldPath",
  "path",
  "uri",
  "url",
]);

/** Fields with a value that a tool defines. */
const TOOL_DATA_FIELDS: ReadonlySet<string> = new Set(["rawInput", "rawOutput", "arguments"]);

/** Fields that identify the client or agent software. */
const SOFTWARE_INFO_FIELDS: ReadonlySet<string> = new Set(["agentInfo", "clientInfo", "info"]);

const SECRET_NAME =
  /token|secret|passw|api_?-?key|private_?-?key|authorization|credential|cookie|\bpin\b/i;
const TOKEN_COUNT_NAME = /tokens$|token_?count/i;
const FIELD_NAME = /^(?:[A-Za-z$][\w$-]*|_[\w./-]*)$/;
const SINGLE_WORD = /^[\w./+:-]{1,64}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** The key that stands for the message itself. */
const MESSAGE_KEY = "msg";

/** The context of a value inside a message. */
export interface FieldContext {
  /** The name of the field. */
  readonly key: string;
  /** The name of the field that contains the object or array of objects with this field. */
  readonly parentKey: string;
  /**
   * Whether the protocol defines the fields here:
   *
   * - `protocol`: it does.
   * - `vendor`: it does not, but ids have their usual names.
   * - `free`: it does not, and no field name means anything.
   */
  readonly zone: "protocol" | "vendor" | "free";
}

/** Returns the context of a message. Methods that start with `_` belong to a vendor. */
export function createMessageContext(msg: unknown): FieldContext {
  const method = isObject(msg) ? msg["method"] : undefined;
  const isVendorMethod = typeof method === "string" && method.startsWith("_");
  return { key: MESSAGE_KEY, parentKey: "", zone: isVendorMethod ? "vendor" : "protocol" };
}

/** Returns the zone of the fields inside a field. */
export function getInnerZone({ key, parentKey, zone }: FieldContext): FieldContext["zone"] {
  if (zone === "free" || TOOL_DATA_FIELDS.has(key)) return "free";
  // The details of an error, and the values that a user entered in a form.
  if (key === "data" && parentKey === "error") return "free";
  if (key === "content" && parentKey === "result") return "free";
  return key === "_meta" ? "vendor" : zone;
}

/** Returns whether the name of a field suggests a secret, such as `password`. */
export function isSecretField({ key }: FieldContext): boolean {
  return SECRET_NAME.test(key) && !TOKEN_COUNT_NAME.test(key);
}

/** Returns whether a field of the protocol contains a path or URL. */
export function isPathField({ key, zone }: FieldContext): boolean {
  return zone === "protocol" && PATH_FIELDS.has(key);
}

/** Returns whether a field of the protocol may contain base64-encoded data. */
export function isBinaryField({ key, zone }: FieldContext): boolean {
  return zone === "protocol" && (key === "data" || key === "blob");
}

/** Returns whether a string is an id or a term of the protocol, which reveals nothing private. */
export function isPublicText({ key, parentKey, zone }: FieldContext, text: string): boolean {
  if (zone === "free") return false;
  if (key.endsWith("Id") || key.endsWith("_id")) return true;
  if (zone === "vendor" && parentKey !== MESSAGE_KEY) return false;
  if (key === "id") return true;
  if (key === "updatedAt") return TIMESTAMP.test(text);
  if (SOFTWARE_INFO_FIELDS.has(parentKey))
    return key === "name" || key === "title" || key === "version";
  if (isSettingValue(key, parentKey)) return true;
  return PROTOCOL_WORD_FIELDS.has(key) && SINGLE_WORD.test(text);
}

/** Returns whether a field contains the value of a setting, which is the id of one of its options. */
function isSettingValue(key: string, parentKey: string): boolean {
  if (key === "currentValue") return parentKey === "configOptions";
  return key === "value" && parentKey === "options";
}

/** Returns whether a key looks like a field name. Other keys, such as paths, are data. */
export function isFieldName(key: string): boolean {
  return FIELD_NAME.test(key);
}
