import { isObject } from "../json.js";

/** Fields whose values are words of the protocol, where they are words. */
const WORDS: ReadonlySet<string> = new Set([
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

const PATHS: ReadonlySet<string> = new Set([
  "additionalDirectories",
  "cwd",
  "newPath",
  "oldPath",
  "path",
  "uri",
  "url",
]);

/** Fields whose values are up to a tool: nothing in them is known. */
const FREE: ReadonlySet<string> = new Set(["rawInput", "rawOutput", "arguments"]);

/** Who speaks: what names the product and its version. */
const PARTIES: ReadonlySet<string> = new Set(["agentInfo", "clientInfo", "info"]);

const SECRET =
  /token|secret|passw|api_?-?key|private_?-?key|authorization|credential|cookie|\bpin\b/i;
const COUNTS_TOKENS = /tokens$|token_?count/i;
const FIELD_NAME = /^(?:[A-Za-z$][\w$-]*|_[\w./-]*)$/;
const WORD = /^[\w./+:-]{1,64}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** Where in a message a value stands. */
export interface Place {
  readonly key: string;
  /** The key of the object, or of the list of objects, that has it. */
  readonly container: string;
  /** `free`: all of it is up to somebody else. `meta`: the same, but ids are used as such. */
  readonly zone: "known" | "meta" | "free";
}

/** The key under which a message stands. */
const MESSAGE = "msg";

/** Methods that begin with `_` are up to their vendor, who uses ids as all others do. */
export function placeOf(msg: unknown): Place {
  const method = isObject(msg) ? msg["method"] : undefined;
  const isVendors = typeof method === "string" && method.startsWith("_");
  return { key: MESSAGE, container: "", zone: isVendors ? "meta" : "known" };
}

/** What inside a field is known of the fields there. */
export function zoneInside({ key, container, zone }: Place): Place["zone"] {
  if (zone === "free" || FREE.has(key)) return "free";
  // What went wrong, and what a user put into a form.
  if (key === "data" && container === "error") return "free";
  if (key === "content" && container === "result") return "free";
  return key === "_meta" ? "meta" : zone;
}

export function isSecret({ key }: Place): boolean {
  return SECRET.test(key) && !COUNTS_TOKENS.test(key);
}

export function isPath({ key, zone }: Place): boolean {
  return zone === "known" && PATHS.has(key);
}

/** Whether a text is of the protocol, or an id, and says nothing about anybody. */
export function isStructure({ key, container, zone }: Place, text: string): boolean {
  if (zone === "free") return false;
  if (key.endsWith("Id") || key.endsWith("_id")) return true;
  if (zone === "meta" && container !== MESSAGE) return false;
  if (key === "id") return true;
  if (key === "updatedAt") return TIME.test(text);
  if (PARTIES.has(container)) return key === "name" || key === "title" || key === "version";
  return isSetting(key, container) || (WORDS.has(key) && WORD.test(text));
}

/** The value of a setting is the id of one of its options. */
function isSetting(key: string, container: string): boolean {
  if (key === "currentValue") return container === "configOptions";
  return key === "value" && container === "options";
}

/** Whether a key names a field, and is no text itself. */
export function isFieldName(key: string): boolean {
  return FIELD_NAME.test(key);
}
