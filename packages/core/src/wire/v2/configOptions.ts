import { isObject } from "../../state/adopt.js";

/** One state shape for both versions: the id of a setting is called `id`. */
export function withConfigIds(options: unknown): unknown {
  if (!Array.isArray(options)) return options;
  return options.map((option: unknown) =>
    isObject(option) && "configId" in option ? { id: option["configId"], ...option } : option,
  );
}
