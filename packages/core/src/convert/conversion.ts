import { isObject, type JsonObject } from "../json.js";

/**
 * Why something was lost. `unsupported`: the other version cannot say it, it was left out.
 * `cannot_clear`: version 1 cannot clear this, it was left out. `approximated`: the nearest that
 * the other version can say was said. `made_up`: version 2 requires it, version 1 does not give it.
 */
export type LossReason = "unsupported" | "cannot_clear" | "approximated" | "made_up";

/** Something that a conversion could not carry over as it is. */
export interface Loss {
  /** Where it stands in the update that was handed in. Empty: the whole update. */
  readonly path: readonly (string | number)[];
  readonly reason: LossReason;
}

/** An update in the words of the other version. */
export interface Conversion {
  /** `undefined`: the other version can say nothing of it, there is nothing to send. */
  readonly update: unknown;
  readonly lost: readonly Loss[];
}

/** Notes a loss. */
export type Lose = (reason: LossReason, ...path: (string | number)[]) => void;

/** Converts the updates of one kind. */
export type Converter = (update: JsonObject, lose: Lose) => unknown;

/** Converts an update by its kind. What has none, or one that is not listed, stays as it is. */
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

/** Converts each item of a list, if it is one. */
export function eachItem(
  list: unknown,
  toItem: (item: JsonObject, index: number) => unknown,
): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((item: unknown, index) => (isObject(item) ? toItem(item, index) : item));
}

/** An object with some fields replaced; `undefined` removes one. */
export function withFields(object: JsonObject, fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...object, ...fields }).filter(([, value]) => value !== undefined),
  );
}
