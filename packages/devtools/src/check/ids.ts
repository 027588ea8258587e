import { isObject, type JsonObject } from "../json.js";
import { getSessionId, type Message } from "../jsonRpc.js";
import { type Check, listObjects, type MessageContext, quote } from "./check.js";

/** A list in a message whose items have ids. */
interface IdList {
  readonly items: unknown;
  readonly path: string;
  /** The name of the field with the id. */
  readonly key: string;
}

/** The methods whose response creates a session. */
const CREATES_SESSION = /^session\/(?:new|fork)$/;

/** Checks that ids are unique: `duplicate_id`. The store reports `duplicate_tool_call`. */
export function createIdCheck(): Check {
  /** The frames in which each session was created. */
  const sessionFrames = new Map<string, number>();
  /** The frames in which each terminal of version 1 was created. */
  const terminalFrames = new Map<string, number>();

  return {
    onMessage: (message, context) => {
      for (const list of findIdLists(message)) reportRepeated(list, context);
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
  { report }: MessageContext,
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

function reportRepeated({ items, path, key }: IdList, { report }: MessageContext): void {
  const indices = new Map<unknown, number>();
  for (const [index, item] of listObjects(items)) {
    const id = item[key];
    const earlier = indices.get(id);
    if (id === undefined) continue;
    if (earlier === undefined) indices.set(id, index);
    else
      report(
        "duplicate_id",
        `The items ${earlier} and ${index} have the same ${key}, ${quote(id)}.`,
        {
          path: `${path}.${index}.${key}`,
          actual: id,
        },
      );
  }
}

function findIdLists(message: Message): IdList[] {
  if (message.kind === "response") return findOfferedLists(message.result, "result");
  const { method, params } = message;
  const update = isObject(params["update"]) ? params["update"] : {};
  const lists = [...findOfferedLists(update, "params.update"), envList(params, "params")];
  if (method === "session/request_permission")
    lists.push({ items: params["options"], path: "params.options", key: "optionId" });
  for (const [index, server] of listObjects(params["mcpServers"])) {
    lists.push(envList(server, `params.mcpServers.${index}`));
  }
  return lists;
}

/** Finds the lists of what the agent offers, in a result or an update. */
function findOfferedLists(value: JsonObject, path: string): IdList[] {
  const { configOptions, authMethods, modes } = value;
  const lists: IdList[] = [
    ...keyedLists(configOptions, `${path}.configOptions`, ["id", "configId"]),
    ...keyedLists(authMethods, `${path}.authMethods`, ["id", "methodId"]),
    {
      items: isObject(modes) ? modes["availableModes"] : [],
      path: `${path}.modes.availableModes`,
      key: "id",
    },
  ];
  for (const [index, option] of listObjects(configOptions))
    lists.push(
      ...keyedLists(option["options"], `${path}.configOptions.${index}.options`, ["value"]),
    );
  for (const [index, method] of listObjects(authMethods))
    lists.push(envList(method, `${path}.authMethods.${index}`));
  return lists;
}

function keyedLists(items: unknown, path: string, keys: readonly string[]): IdList[] {
  return keys.map((key) => ({ items, path, key }));
}

function envList(value: JsonObject, path: string): IdList {
  return { items: value["env"], path: `${path}.env`, key: "name" };
}
