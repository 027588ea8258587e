import { isObject, type JsonObject } from "../json.js";

/**
 * The reason that a conversion could not carry something over.
 *
 * - `unsupported`: the other version cannot express it, so it was omitted
 * - `cannot_clear`: version 1 cannot clear the field, so it was omitted
 * - `approximated`: it was replaced by the nearest that the other version can express
 * - `made_up`: version 2 requires a value that version 1 does not have, so it was generated
 */
export type LossReason = "unsupported" | "cannot_clear" | "approximated" | "made_up";

/** A part of an update that a conversion could not carry over unchanged. */
export interface Loss {
  /** The position in the update that was passed in. Empty for the whole update. */
  readonly path: readonly (string | number)[];
  /** The reason that the part could not be carried over unchanged. */
  readonly reason: LossReason;
}

/** The result of a conversion. */
export interface Conversion {
  /** The update for the other version. `undefined` if there is nothing to send. */
  readonly update: unknown;
  /** The parts of the update that could not be carried over unchanged. Empty if there are none. */
  readonly lost: readonly Loss[];
}

/** Records a loss. */
export type Lose = (reason: LossReason, ...path: (string | number)[]) => void;

/** Converts the updates of one kind. */
export type Converter = (update: JsonObject, lose: Lose) => unknown;

/** Converts an update by its kind. Returns an update of any other kind unchanged. */
export function convert(
  converters: Readonly<Record<string, Converter>>,
  update: unknown,
): Conversion {
  const converter = isObject(update) ? converterOf(converters, update) : undefined;
  if (converter === undefined) return { update, lost: [] };
  const lost: Loss[] = [];
  const lose: Lose = (reason, ...path) => lost.push({ path, reason });
  return { update: converter(update as JsonObject, lose), lost };
}

function converterOf(
  converters: Readonly<Record<string, Converter>>,
  { sessionUpdate }: JsonObject,
): Converter | undefined {
  if (typeof sessionUpdate !== "string" || !Object.hasOwn(converters, sessionUpdate))
    return undefined;
  return converters[sessionUpdate];
}

/** Converts each item of a list. Returns any other value unchanged. */
export function eachItem(
  list: unknown,
  toItem: (item: JsonObject, index: number) => unknown,
): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((item: unknown, index) => (isObject(item) ? toItem(item, index) : item));
}

/** Returns a copy of an object with some fields replaced. `undefined` removes a field. */
export function withFields(object: JsonObject, fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...object, ...fields }).filter(([, value]) => value !== undefined),
  );
}
