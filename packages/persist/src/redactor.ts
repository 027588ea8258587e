import type { AcpPatch, AcpState, PatchPath } from "@acp-store/core";
import { getPatchTarget } from "@acp-store/core/replica";

/**
 * Returns a text without its secrets, in the form in which it may be saved. Called with each text
 * of a session and its path in the state, such as `["sessions", "s1", "messages", "agent:m1",
 * "content", 0, "text"]`. Must return the text itself if there is nothing to hide.
 */
export type RedactText = (text: string, path: PatchPath) => string;

/** The fields whose texts are names that the store must find again. */
const NAME_FIELDS: ReadonlySet<string> = new Set([
  "activity",
  "id",
  "openTurns",
  "partial",
  "pendingElicitations",
  "pendingPermissions",
  "reason",
  "recentPlans",
  "reported",
  "role",
  "status",
  "type",
]);
/** The length of the longest path of a field of an entity. Texts deeper in an entity are content. */
const FIELD_DEPTH = 5;
/** The longest word at the end of a growing text that is not saved yet, in characters. */
const MAX_WORD_LENGTH = 4096;

/** Replaces texts of one session before they are saved. */
export interface Redactor {
  /**
   * Called with each change. The last word of a text that grows may be the first part of a secret.
   */
  onPatch(patch: AcpPatch): void;
  /** Called when a turn has ended, after which no text grows. */
  onTurnEnd(): void;
  /** Whether the last word of a text was not saved. It is part of the next entry. */
  hasUnfinishedTexts(): boolean;
  /** Returns one redacted text. */
  redactText(text: string, path: PatchPath): string;
  /** Returns a copy of the value at a path with redacted texts. */
  redactValue<Value>(value: Value, path: PatchPath): Value;
  /** Returns a redacted copy of the state. */
  redactState(state: AcpState): AcpState;
  /**
   * Returns patches with the same effect, in which every changed entity and field is written whole
   * and redacted. Otherwise a secret that arrives in several chunks would not be found. `state` is
   * the state after the patches.
   */
  redactPatches(patches: readonly AcpPatch[], state: AcpState): readonly AcpPatch[];
}

/** Creates the redactor of one session. */
export function createRedactor(redact: RedactText): Redactor {
  /** The entities to which text was added since the last entry. */
  const growing = new Map<string, PatchPath>();
  const unfinished = new Map<string, PatchPath>();

  function isGrowing(path: PatchPath): boolean {
    const field = path.at(-1);
    if (field !== "text" && field !== "output") return false;
    return growing.has(keyOf(ownerOf(path)));
  }

  function redactText(text: string, path: PatchPath): string {
    if (isName(path)) return text;
    const finished = isGrowing(path) ? withoutLastWord(text) : text;
    if (finished !== text) addOwner(unfinished, path);
    return redact(finished, path);
  }

  /** Returns a copy of a value with redacted texts. Its type stays the same. */
  function redactValue(value: unknown, path: PatchPath): unknown {
    if (typeof value === "string") return redactText(value, path);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value))
      return value.map((item, index) => redactValue(item, [...path, index]));
    const redactEntry = ([key, item]: [string, unknown]): [string, unknown] => [
      key,
      redactValue(item, [...path, key]),
    ];
    if (isTable(value)) return new Map(Array.from(value, redactEntry));
    return Object.fromEntries(Object.entries(value).map(redactEntry));
  }

  /** Returns the assignment of the current value at a path, if it still exists. */
  function assign(
    patch: Extract<AcpPatch, { op: "add" | "replace" }>,
    state: AcpState,
  ): AcpPatch[] {
    const { path } = patch;
    // The value of a new session is only its first fields.
    const isSession = getPatchTarget(path).kind === "session";
    const value = isSession ? patch.value : valueAt(state, path);
    if (value === undefined) return [];
    const redacted = redactValue(value, path);
    return [{ ...patch, value: redacted instanceof Map ? [...redacted] : redacted }];
  }

  return {
    onPatch({ op, path }) {
      if (op === "append" || op === "add") addOwner(growing, path);
    },
    onTurnEnd: () => growing.clear(),
    hasUnfinishedTexts: () => unfinished.size > 0,
    redactText,
    // The copy has the type of the value.
    redactValue: <Value>(value: Value, path: PatchPath) => redactValue(value, path) as Value,

    redactState(state) {
      unfinished.clear();
      const redacted = redactValue(state, []) as AcpState;
      growing.clear();
      return redacted;
    },

    redactPatches(patches, state) {
      const changed = new Map(unfinished);
      unfinished.clear();
      const result: AcpPatch[] = [];
      for (const patch of patches) {
        const { path } = patch;
        const { kind, depth } = getPatchTarget(path);
        if (kind === "timeline") result.push(patch);
        else if (patch.op === "append" || path.length > depth) addOwner(changed, path);
        else {
          changed.delete(keyOf(path));
          if (patch.op === "remove") result.push(patch);
          else result.push(...assign(patch, state));
        }
      }
      for (const path of changed.values())
        result.push(...assign({ op: "replace", path, value: undefined }, state));
      growing.clear();
      return result;
    },
  };
}

/** Adds the part of the state that a path leads to or into. */
function addOwner(owners: Map<string, PatchPath>, path: PatchPath): void {
  const owner = ownerOf(path);
  owners.set(keyOf(owner), owner);
}

/** Returns the path of the entity or field that a path leads to or into. */
function ownerOf(path: PatchPath): PatchPath {
  return path.slice(0, getPatchTarget(path).depth);
}

/** Returns whether a text identifies something, so that the state needs it unchanged. */
function isName(path: PatchPath): boolean {
  const target = getPatchTarget(path);
  if (target.kind === "timeline" || (target.kind === "state" && target.field === "agent"))
    return true;
  const field = path.findLast((step) => typeof step === "string") ?? "";
  return path.length <= FIELD_DEPTH && (NAME_FIELDS.has(field) || field.endsWith("Id"));
}

function isTable(value: object): value is ReadonlyMap<string, unknown> {
  return Symbol.iterator in value;
}

function valueAt(state: AcpState, path: PatchPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== "object" || value === null) return undefined;
    if (isTable(value) && !Array.isArray(value)) return value.get(String(step));
    return Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined;
  }, state);
}

/** Returns a text up to the last white space, or the whole text if its last word is very long. */
function withoutLastWord(text: string): string {
  const end = Math.max(0, text.length - MAX_WORD_LENGTH);
  for (let index = text.length - 1; index >= end; index--)
    if (/\s/.test(text.charAt(index))) return text.slice(0, index + 1);
  return end === 0 ? "" : text;
}

function keyOf(path: PatchPath): string {
  return path.join("\u0000");
}
