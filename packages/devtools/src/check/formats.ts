import { isObject, type JsonObject } from "../json.js";
import { type Check, listObjects, type MessageContext, quote } from "./check.js";

/** Checks texts of version 2 whose form only the descriptions of the schema demand: `invalid_format`. */
export function createFormatCheck(): Check {
  return {
    onMessage: (message, context) => {
      if (context.connection.version !== 2) return;
      if (message.kind === "response") {
        checkCommands(message.result, "result", context);
        return;
      }
      const { update, prompt } = message.params;
      if (isObject(update)) {
        checkCommands(update, "params.update", context);
        checkBlocks(update["content"], "params.update.content", context);
      }
      checkBlocks(prompt, "params.prompt", context);
    },
  };
}

function checkCommands(
  { availableCommands }: JsonObject,
  place: string,
  { report }: MessageContext,
): void {
  for (const [index, { name }] of listObjects(availableCommands))
    if (typeof name === "string" && /\s/.test(name))
      report("invalid_format", "The name of a command has no white space.", {
        path: `${place}.availableCommands.${index}.name`,
        expected: "string without white space",
        actual: name,
      });
}

/** Checks the icons of resource links, in a block or a list of blocks. */
function checkBlocks(value: unknown, place: string, { report }: MessageContext): void {
  const blocks: [string, JsonObject][] = isObject(value)
    ? [[place, value]]
    : listObjects(value).map(([index, block]) => [`${place}.${index}`, block]);
  for (const [path, { icons }] of blocks)
    for (const [index, { src }] of listObjects(icons))
      if (typeof src === "string" && !/^(?:https|data):/i.test(src))
        report("invalid_format", `The icon has the URI ${quote(src)}.`, {
          path: `${path}.icons.${index}.src`,
          expected: "https: or data: URI",
          actual: src,
        });
}
