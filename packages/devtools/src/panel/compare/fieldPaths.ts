import { isObject } from "../../json.js";

/** Values whose fields belong to a tool, not to the protocol. */
const OPAQUE_FIELDS: ReadonlySet<string> = new Set(["rawInput", "rawOutput"]);
/** The number of levels of `_meta` that are named: the agent's key and its fields. */
const META_LEVELS = 2;
/** The number of levels of other values that are named. */
const MAX_FIELD_LEVELS = 6;

/**
 * Calls a function with the path of each field of a value: `content`, `content[]`, `content[].type`.
 * Items of lists share their paths, so a path can come several times.
 */
export function visitFields(value: unknown, visit: (path: string) => void): void {
  visitLevel(value, "", MAX_FIELD_LEVELS, visit);
}

function visitLevel(
  value: unknown,
  path: string,
  levels: number,
  visit: (path: string) => void,
): void {
  if (levels === 0) return;
  if (Array.isArray(value)) {
    for (const item of value) {
      visit(`${path}[]`);
      visitLevel(item, `${path}[]`, levels, visit);
    }
    return;
  }
  if (!isObject(value)) return;
  for (const key of Object.keys(value)) {
    const field = path === "" ? key : `${path}.${key}`;
    visit(field);
    if (OPAQUE_FIELDS.has(key)) continue;
    const inner = key === "_meta" ? Math.min(levels - 1, META_LEVELS) : levels - 1;
    visitLevel(value[key], field, inner, visit);
  }
}

/** Returns the paths of the fields that contain a field, from the inside out. */
export function parentPaths(path: string): string[] {
  const parents: string[] = [];
  let parent = path;
  for (;;) {
    const end = parent.endsWith("[]") ? parent.length - 2 : parent.lastIndexOf(".");
    if (end === -1) return parents;
    parent = parent.slice(0, end);
    parents.push(parent);
  }
}
