import { isObject, type JsonObject } from "../json.js";
import { eachItem, withFields } from "./conversion.js";

/** Converts commands. In version 2, commands and their inputs have a type. */
export function commandsToV2(update: JsonObject): JsonObject {
  const availableCommands = eachItem(update["availableCommands"], (command) =>
    withFields(
      { type: "command", ...command },
      { input: isObject(command["input"]) ? { type: "text", ...command["input"] } : undefined },
    ),
  );
  return withFields(update, { availableCommands });
}

export function commandsToV1(update: JsonObject): JsonObject {
  const availableCommands = eachItem(update["availableCommands"], (command) =>
    withFields(withoutType(command, "command"), {
      input: isObject(command["input"]) ? withoutType(command["input"], "text") : undefined,
    }),
  );
  return withFields(update, { availableCommands });
}

/** Removes the known type. Any other type stays, so that it is not mistaken for the known one. */
function withoutType(object: JsonObject, type: string): JsonObject {
  return object["type"] === type ? withFields(object, { type: undefined }) : object;
}
