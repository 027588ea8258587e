import type * as z from "zod/mini";
import { agentSchema, DETAILS, type RegistryAgent } from "./registrySchema.js";

/** The maximum number of entries that are read. */
const MAX_AGENTS = 10_000;
/** The maximum number of problems that are reported in full. */
const MAX_SKIPPED = 100;
/** The maximum length of a wrong value in a message, in UTF-16 code units. */
const MAX_SHOWN = 60;

/** A part of a registry that was left out. */
export interface SkippedEntry {
  /** The position of the entry in the list of agents. Absent if the problem is not in one entry. */
  readonly index?: number;
  /** The id of the entry, if it has one. It may be invalid too. */
  readonly id?: string;
  /** The position of the invalid value in the entry. Empty for the whole entry. */
  readonly path: readonly (string | number)[];
  /** A sentence that says what was expected and what was found. */
  readonly message: string;
}

/** The valid content of a registry. */
export interface Registry {
  /** The version of the format. Absent if the file is not a registry. */
  readonly version?: string;
  /** The agents that can be shown. Each id occurs once. */
  readonly agents: readonly RegistryAgent[];
  /** The parts that were left out, at most 101. The last one counts the others if there are more. */
  readonly skipped: readonly SkippedEntry[];
}

/**
 * Returns the valid agents of a registry, and a report of everything else. An invalid entry never
 * hides the others, and no content throws: if the whole file is unusable, the result has no agents
 * and no `version`, and the report says why. Nothing is downloaded or run.
 *
 * The first entry with an id wins. An invalid link, license or list of authors is left out without a
 * report, and so is every field that this release does not know. At most 10,000 entries are read.
 *
 * @example
 * ```ts
 * import { parseRegistry } from "@acp-store/registry";
 *
 * const { agents, skipped } = parseRegistry({
 *   version: "1.0.0",
 *   agents: [{ id: "../agent", name: "Agent", version: "1.0.0", description: "", distribution: {} }],
 * });
 * console.log(agents.length, skipped[0]?.path); // 0 ["id"]
 * ```
 */
export function parseRegistry(json: unknown): Registry {
  const { version, agents: entries } = isObject(json) ? json : {};
  if (typeof version !== "string" || !Array.isArray(entries))
    return unusable('Expected an object with the text "version" and the list "agents".');
  if (!version.startsWith("1."))
    return unusable(
      `The registry has the version ${shorten(version)}, but this release reads the versions 1.x. Update @acp-store/registry.`,
    );
  const agents = new Map<string, RegistryAgent>();
  const skipped: SkippedEntry[] = [];
  for (const [index, entry] of entries.slice(0, MAX_AGENTS).entries()) {
    const result = parseAgent(entry);
    if ("message" in result) skipped.push({ index, ...idOf(entry), ...result });
    else if (agents.has(result.id))
      skipped.push({ index, id: result.id, path: ["id"], message: DUPLICATE });
    else agents.set(result.id, result);
  }
  return { version, agents: [...agents.values()], skipped: limited(skipped, entries.length) };
}

const DUPLICATE = "An earlier entry has the same id.";

const unusable = (message: string): Registry => ({ agents: [], skipped: [{ path: [], message }] });

/** Returns the problem because of which a file is not a registry, or `undefined` if it is one. */
export function problemOf({ version, skipped }: Registry): string | undefined {
  return version === undefined ? skipped[0]?.message : undefined;
}

function parseAgent(entry: unknown): RegistryAgent | Pick<SkippedEntry, "path" | "message"> {
  const result = agentSchema.safeParse(withoutInvalidDetails(entry), {
    error: describeExpectation,
    reportInput: true,
  });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return {
    path: (issue?.path ?? []).filter((key) => typeof key !== "symbol"),
    message: `Expected ${issue?.message}, but found ${describeValue(issue?.input)}.`,
  };
}

function withoutInvalidDetails(entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  const isKept = ([field, value]: [string, unknown]): boolean =>
    !Object.hasOwn(DETAILS, field) || DETAILS[field]?.safeParse(value).success === true;
  return Object.fromEntries(Object.entries(entry).filter(isKept));
}

/** Returns the text after "Expected" for the checks that the schemas give none. */
function describeExpectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "string" ? "text" : `a value of the type ${issue.expected}`;
    case "too_big":
      return `at most ${issue.maximum} ${issue.origin === "array" ? "items" : "characters"}`;
    case "too_small":
      return `at least ${issue.minimum} ${issue.origin === "array" ? "items" : "characters"}`;
    case "invalid_key":
      return "the name of a variable";
    default:
      return "a valid value";
  }
}

function describeValue(value: unknown): string {
  if (typeof value === "string") return shorten(value);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return `${value}`;
  if (value === undefined) return "nothing";
  return Array.isArray(value) ? `a list of ${value.length}` : "an object";
}

function shorten(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}

/** Returns the first problems, and one more that counts the entries that are not reported. */
function limited(skipped: readonly SkippedEntry[], entries: number): readonly SkippedEntry[] {
  const unread = Math.max(0, entries - MAX_AGENTS);
  const unreported = Math.max(0, skipped.length - MAX_SKIPPED) + unread;
  if (unreported === 0) return skipped;
  const message = `${unreported} more entries were left out.`;
  return [...skipped.slice(0, MAX_SKIPPED), { path: [], message }];
}

function idOf(entry: unknown): { readonly id?: string } {
  const id = isObject(entry) ? entry["id"] : undefined;
  return typeof id === "string" ? { id: id.slice(0, MAX_SHOWN) } : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
