import type { JsonObject } from "../state/adopt.js";
import { eachItem, withFields } from "./conversion.js";

/** Version 2 calls the id of a setting `configId`, and that of a group of its values `groupId`. */
export function configOptionsToV2(update: JsonObject): JsonObject {
  return withIds(update, { from: "id", to: "configId" }, { from: "group", to: "groupId" });
}

export function configOptionsToV1(update: JsonObject): JsonObject {
  return withIds(update, { from: "configId", to: "id" }, { from: "groupId", to: "group" });
}

interface Name {
  readonly from: string;
  readonly to: string;
}

function withIds(update: JsonObject, option: Name, group: Name): JsonObject {
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
