import { isObject, type JsonObject } from "../../json.js";

/** One state shape for both versions: the id of a setting is called `id`. */
export function withConfigIds(version: 1 | 2, options: unknown): unknown {
  if (!Array.isArray(options)) return options;
  return options.map((option: unknown) =>
    isObject(option) && isNamed(version, option) ? { ...option, id: option["configId"] } : option,
  );
}

/** In version 1 a `configId` is a field that means nothing, and every setting has an `id`. */
function isNamed(version: 1 | 2, option: JsonObject): boolean {
  return "configId" in option && (version === 2 || typeof option["id"] !== "string");
}
