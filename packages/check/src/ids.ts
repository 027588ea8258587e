import { isObject, type JsonObject } from "./json.js";
import { getSessionId, type Message } from "./jsonRpc.js";
import { type Check, listObjects, type MessageContext, quote } from "./check.js";

/** An item of a list, with its place in the list. */
type Entry = readonly [place: string, item: JsonObject];

/** A list in a message whose items have ids. */
interface IdList {
  readonly entries: readonly Entry[];
  readonly path: string;
  /** The name of the field with the id. */
  readonly key: string;
}

/** The methods whose response creates a session. */
export const CREATES_SESSION: RegExp = /^session\/(?:new|fork)$/;

/**
 * Checks that ids are unique: `duplicate_id`. The store reports `duplicate_tool_call` and
 * `duplicate_option`.
 */
export function createIdCheck(): Check<never> {
  /** The frames in which each session was created. */
  const sessionFrames = new Map<string, number>();
  /** The frames in which each terminal of version 1 was created. */
  const terminalFrames = new Map<string, number>();

  return {
    onMessage: (message, context) => {
      for (const list of findIdLists(message, context.connection.version))
        reportRepeated(list, context);
      if (message.kind === "request" && message.abandons !== undefined) {
        sessionFrames.clear();
        terminalFrames.clear();
      }
      if (message.kind !== "response" || message.isError) return;
      const { request, result, frame } = message;
      const sessionId = getSessionId(result);
      if (CREATES_SESSION.test(request?.method ?? "") && sessionId !== undefined)
        reportKnown("result.sessionId", sessionId, sessionFrames, frame, context);
      const { terminalId } = result;
      if (request?.method === "terminal/create" && typeof terminalId === "string")
        reportKnown("result.terminalId", terminalId, terminalFrames, frame, context);
    },
  };
}

function reportKnown(
  path: string,
  id: string,
  frames: Map<string, number>,
  frame: number,
  { report }: MessageContext<never>,
): void {
  const earlier = frames.get(id);
  if (earlier === undefined) frames.set(id, frame);
  else
    report("duplicate_id", `The id ${quote(id)} was used in frame ${earlier} already.`, {
      path,
      actual: id,
      relatedFrames: [earlier],
    });
}

function reportRepeated({ entries, path, key }: IdList, { report }: MessageContext<never>): void {
  const places = new Map<unknown, string>();
  for (const [place, item] of entries) {
    const id = item[key];
    const earlier = places.get(id);
    if (id === undefined) continue;
    if (earlier === undefined) places.set(id, place);
    else
      report(
        "duplicate_id",
        `The items ${earlier} and ${place} have the same ${key}, ${quote(id)}.`,
        {
          path: `${path}.${place}.${key}`,
          actual: id,
        },
      );
  }
}

function listEntries(items: unknown, prefix = ""): Entry[] {
  return listObjects(items).map(([index, item]) => [`${prefix}${index}`, item]);
}

function findIdLists(message: Message, version: 1 | 2): IdList[] {
  if (message.kind === "response") return findOfferedLists(message.result, "result", version);
  const { params } = message;
  const update = isObject(params["update"]) ? params["update"] : {};
  const lists = [...findOfferedLists(update, "params.update", version), envList(params, "params")];
  for (const [index, server] of listObjects(params["mcpServers"])) {
    lists.push(envList(server, `params.mcpServers.${index}`));
  }
  return lists;
}

/** Finds the lists of what the agent offers, in a result or an update. */
function findOfferedLists(value: JsonObject, path: string, version: 1 | 2): IdList[] {
  const { configOptions, authMethods, availableCommands, modes } = value;
  const availableModes = isObject(modes) ? modes["availableModes"] : [];
  const lists: IdList[] = [
    ...keyedLists(configOptions, `${path}.configOptions`, ["id", "configId"]),
    ...keyedLists(authMethods, `${path}.authMethods`, ["id", "methodId"]),
    ...keyedLists(availableModes, `${path}.modes.availableModes`, ["id"]),
    // Version 1 does not demand that the names of commands are distinct.
    ...keyedLists(version === 2 ? availableCommands : [], `${path}.availableCommands`, ["name"]),
  ];
  for (const [index, option] of listObjects(configOptions))
    lists.push({
      entries: listOptionEntries(option["options"]),
      path: `${path}.configOptions.${index}.options`,
      key: "value",
    });
  for (const [index, method] of listObjects(authMethods))
    lists.push(envList(method, `${path}.authMethods.${index}`));
  return lists;
}

/** Lists the values of an option, including those in groups. */
function listOptionEntries(options: unknown): Entry[] {
  return listObjects(options).flatMap(([index, option]) =>
    Array.isArray(option["options"])
      ? listEntries(option["options"], `${index}.options.`)
      : [[String(index), option]],
  );
}

function keyedLists(items: unknown, path: string, keys: readonly string[]): IdList[] {
  return keys.map((key) => ({ entries: listEntries(items), path, key }));
}

function envList(value: JsonObject, path: string): IdList {
  return { entries: listEntries(value["env"]), path: `${path}.env`, key: "name" };
}
