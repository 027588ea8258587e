import { isObject, setOwn } from "../../json.js";

/**
 * The parts of a text that differ from run to run, with their replacements: ids, times as numbers, and
 * the folders of temporary files.
 */
const VARIABLE_PARTS: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, "<id>"],
  [/\b(?:call|msg|req|ses|toolu|turn)_\w{8,}/g, "<id>"],
  [/\b(?=[a-f]*\d)[0-9a-f]{16,}\b/gi, "<id>"],
  [/\b\d{10,}\b/g, "<id>"],
  [/(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\/(?:[^\s"'`/]+\/)*/g, "<temp>/"],
  [/\b[A-Z]:\\(?:[^\s"'`\\]+\\)*Temp\\(?:[^\s"'`\\]+\\)*/gi, "<temp>/"],
];

/**
 * Replaces the parts of a text that differ between two runs of the same prompt. Paths in the working
 * directory become relative to it.
 */
export function normalizeText(text: string, cwd?: string): string {
  let normalized =
    cwd === undefined || cwd === "" || cwd === "/" ? text : text.replaceAll(`${cwd}/`, "");
  for (const [part, replacement] of VARIABLE_PARTS)
    normalized = normalized.replace(part, replacement);
  return normalized.replace(/\s+/g, " ").trim();
}

/** Returns a value as JSON with sorted keys and normalized texts. */
export function normalizeValue(value: unknown, cwd?: string): string {
  const json = JSON.stringify(sortKeys(value), (_, inner: unknown) =>
    typeof inner === "string" ? normalizeText(inner, cwd) : inner,
  );
  return json ?? "";
}

/** Returns a copy of a value whose objects have their keys in alphabetical order. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const sorted = {};
  for (const key of Object.keys(value).toSorted()) setOwn(sorted, key, sortKeys(value[key]));
  return sorted;
}
