import * as z from "zod/mini";
import type { Diagnostic } from "../diagnostics.js";
import type { SessionEventBody } from "../events/event.js";
import { isObject, type JsonObject, setOwn } from "../json.js";
import { type Guard, guardOf, guardWithout } from "./guard.js";
import { droppablePartAt, type Schema, WITH_MESSAGES } from "./schema.js";

type MessagePath = readonly (string | number)[];

/** The result of a lenient parse. */
export interface Parsed<Value> {
  /** The value without its malformed parts. Absent if the whole value was rejected. */
  readonly value?: Value;
  readonly diagnostics: readonly Diagnostic[];
}

/** The diagnostics of a value that is valid. */
export const NO_DIAGNOSTICS: readonly Diagnostic[] = [];

/** The events of an update. Absent if it was rejected. */
export interface ParsedUpdate {
  readonly events?: readonly SessionEventBody[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One kind of `session/update`: its schema, and the mapping to events. */
export interface UpdateKind {
  /** Parses an update of this kind. `path` is the position of the update in the message. */
  parse(sessionId: string, update: JsonObject, path: MessagePath): ParsedUpdate;
}

/**
 * Field names that an update must not use: the store has its own value under that name, or the name
 * is special in JavaScript.
 */
export type ReservedFields = ReadonlySet<string>;
const NO_RESERVED_FIELDS: ReservedFields = new Set();

/**
 * Creates the kind of an update from its schema and its mapper. The mapper gets the update with the
 * schema's type, and has to leave out the reserved fields.
 */
export function updateKind<Type extends Schema>(
  schema: Type,
  toEvents: (sessionId: string, update: z.output<Type>) => readonly SessionEventBody[],
  reserved: ReservedFields = NO_RESERVED_FIELDS,
): UpdateKind {
  // Built when the first update arrives, because most stores never see most kinds.
  let isValid: Guard<z.output<Type>> | undefined;
  return {
    parse(sessionId, update, path) {
      isValid ??= guardWithout(reserved, schema);
      if (isValid(update))
        return { events: toEvents(sessionId, update), diagnostics: NO_DIAGNOSTICS };
      const { value, diagnostics } = parseLenient(schema, update, path);
      if (value === undefined) return { diagnostics };
      return {
        events: toEvents(sessionId, value),
        diagnostics: [...diagnostics, ...reservedFieldDiagnostics(update, reserved, path)],
      };
    },
  };
}

/** Returns a diagnostic for each field of a message that the store leaves out. */
export function reservedFieldDiagnostics(
  sent: object,
  reserved: ReservedFields,
  path: MessagePath,
): Diagnostic[] {
  return Object.entries(sent)
    .filter(([field]) => reserved.has(field))
    .map(([field, value]) => ({
      code: "reserved_field",
      path: [...path, field],
      message: `The store uses the field name "${field}" itself. The field was ignored.`,
      value,
    }));
}

/**
 * Parses a value leniently: drops malformed optional fields and malformed items of lenient lists,
 * each with a diagnostic. Rejects the value if a required part is missing or malformed. Removes an
 * optional field that is explicitly `undefined`, without a diagnostic.
 */
export function parseLenient<Type extends Schema>(
  schema: Type,
  input: unknown,
  base: MessagePath,
): Parsed<z.output<Type>> {
  const isValid = guardOf(schema);
  // A valid value is used unchanged: the schemas check, and transform nothing.
  if (isValid(input)) return { value: input, diagnostics: NO_DIAGNOSTICS };
  const dropped: Dropped = { inner: new Map() };
  const positions: Positions = new WeakMap();
  let kept = input;
  // Dropping an item can make a list too short, so the remainder is checked until it is valid.
  while (!isValid(kept)) {
    const { error } = z.safeParse(schema, kept, WITH_MESSAGES);
    for (const issue of error?.issues ?? [NO_ISSUE]) {
      const droppable = droppablePartAt(schema, kept, issue.path);
      const path = originalPath(kept, droppable?.path ?? toPath(issue.path), positions);
      const code = droppable?.code ?? "invalid_message";
      const diagnostic = diagnosticOf(code, path, issue.message, input, base);
      if (droppable === undefined) return { diagnostics: [diagnostic] };
      addDropped(dropped, path, diagnostic);
    }
    kept = withoutDropped(input, dropped, positions);
  }
  return { value: kept, diagnostics: diagnosticsOf(dropped) };
}

/** Ends the parse of a value that zod accepts and the guard rejects. */
const NO_ISSUE = { message: "Invalid input", path: [] };

function toPath(path: readonly PropertyKey[]): MessagePath {
  return path.map((key) => (typeof key === "symbol" ? String(key) : key));
}

const CONSEQUENCES = {
  invalid_message: "The message was rejected.",
  invalid_field: "The field was ignored.",
  invalid_item: "The item was skipped.",
};

function diagnosticOf(
  code: keyof typeof CONSEQUENCES,
  path: MessagePath,
  problem: string,
  input: unknown,
  base: MessagePath,
): Diagnostic {
  return {
    code,
    path: [...base, ...path],
    message: `${problem}. ${CONSEQUENCES[code]}`,
    value: path.reduce(childOf, input),
  };
}

function childOf(value: unknown, key: string | number): unknown {
  return isObject(value) || Array.isArray(value)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}

/** The dropped parts of a value: the value itself, or parts of it. */
interface Dropped {
  diagnostic?: Diagnostic;
  readonly inner: Map<string | number, Dropped>;
}

/** The original positions of the remaining items, for each list that lost items. */
type Positions = WeakMap<object, readonly number[]>;

function addDropped(root: Dropped, path: MessagePath, diagnostic: Diagnostic): void {
  let node = root;
  for (const key of path) {
    const next = node.inner.get(key) ?? { inner: new Map() };
    node.inner.set(key, next);
    node = next;
  }
  node.diagnostic ??= diagnostic;
}

/** Returns one diagnostic per dropped part, and none for the parts of a part that was dropped. */
function diagnosticsOf({ diagnostic, inner }: Dropped): Diagnostic[] {
  if (diagnostic === undefined) return [...inner.values()].flatMap(diagnosticsOf);
  const isUndefinedField = diagnostic.code === "invalid_field" && diagnostic.value === undefined;
  return isUndefinedField ? [] : [diagnostic];
}

/** Returns a copy without the dropped parts. */
function withoutDropped(value: unknown, { inner }: Dropped, positions: Positions): unknown {
  const copyChild = (key: string | number, child: unknown): unknown => {
    const dropped = inner.get(key);
    return dropped === undefined ? child : withoutDropped(child, dropped, positions);
  };
  const isKept = (key: string | number): boolean => inner.get(key)?.diagnostic === undefined;
  if (Array.isArray(value)) {
    const left = [...value.keys()].filter(isKept);
    const copy = left.map((index) => copyChild(index, value[index]));
    positions.set(copy, left);
    return copy;
  }
  const copy = {};
  for (const [key, child] of Object.entries(value as object)) {
    if (isKept(key)) setOwn(copy, key, copyChild(key, child));
  }
  return copy;
}

/** Maps a path in the copy to the path in the original value. */
function originalPath(copy: unknown, path: MessagePath, positions: Positions): MessagePath {
  let current = copy;
  return path.map((key) => {
    const list = current;
    current = childOf(current, key);
    return (Array.isArray(list) ? positions.get(list)?.[Number(key)] : undefined) ?? key;
  });
}
