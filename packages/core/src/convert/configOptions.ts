import { isObject, type JsonObject } from "../json.js";
import { eachItem, type Lose, withFields } from "./conversion.js";

/**
 * Converts settings. Version 2 calls the id of a setting `configId` and the id of a group of values
 * `groupId`, and every setting must have a value to choose.
 */
export function configOptionsToV2(update: JsonObject, lose: Lose): JsonObject {
  const named = convertIds(
    update,
    { from: "id", to: "configId" },
    { from: "group", to: "groupId" },
  );
  const { configOptions } = named;
  if (!Array.isArray(configOptions)) return named;
  return withFields(named, {
    configOptions: configOptions.flatMap((option: unknown, index) => {
      const chosen = withoutEmptyGroups(option, lose, ["configOptions", index]);
      if (!isEmptySelect(chosen)) return [chosen];
      lose("unsupported", "configOptions", index);
      return [];
    }),
  });
}

function withoutEmptyGroups(
  option: unknown,
  lose: Lose,
  path: readonly (string | number)[],
): unknown {
  if (!isSelect(option) || !option["options"].some(isEmptyGroup)) return option;
  const options = option["options"].filter((group, index) => {
    if (isEmptyGroup(group)) lose("unsupported", ...path, "options", index);
    return !isEmptyGroup(group);
  });
  return { ...option, options };
}

type Select = JsonObject & { readonly options: readonly unknown[] };

function isSelect(option: unknown): option is Select {
  return isObject(option) && option["type"] === "select" && Array.isArray(option["options"]);
}

function isEmptySelect(option: unknown): boolean {
  return isSelect(option) && option.options.length === 0;
}

function isEmptyGroup(group: unknown): boolean {
  return isObject(group) && Array.isArray(group["options"]) && group["options"].length === 0;
}

export function configOptionsToV1(update: JsonObject): JsonObject {
  return convertIds(update, { from: "configId", to: "id" }, { from: "groupId", to: "group" });
}

interface Name {
  readonly from: string;
  readonly to: string;
}

function convertIds(update: JsonObject, option: Name, group: Name): JsonObject {
  const configOptions = eachItem(update["configOptions"], (item) =>
    withFields(renamed(item, option), {
      options: eachItem(item["options"], (choice) => renamed(choice, group)),
    }),
  );
  return withFields(update, { configOptions });
}

function renamed(object: JsonObject, { from, to }: Name): JsonObject {
  if (object[from] === undefined) return object;
  return withFields({ [to]: object[from], ...object }, { [from]: undefined });
}
