import type { ClientCapabilities } from "@agentclientprotocol/sdk/unstable";
import { isObject, type JsonObject } from "./isObject.js";
import type { ConnectOptions } from "./options.js";

/** The capabilities that the store has without the application's help. */
const STORE_CAPABILITIES: ClientCapabilities = {
  session: { compaction: {}, configOptions: { boolean: {} }, notices: {} },
  subagents: {},
  plan: {},
  elicitation: { form: {}, url: {} },
};

/**
 * Returns the capabilities to announce, with the field names of version 1: those of the store, those
 * that follow from the handlers, and the application's changes.
 */
export function getClientCapabilities({
  fs,
  terminal,
  terminalLogin,
  capabilities = {},
}: ConnectOptions): ClientCapabilities {
  const defaults: ClientCapabilities = {
    fs: {
      readTextFile: fs?.readTextFile !== undefined,
      writeTextFile: fs?.writeTextFile !== undefined,
    },
    terminal: terminal !== undefined,
    ...(terminalLogin && { auth: { terminal: true } }),
    ...STORE_CAPABILITIES,
  };
  return mergeChanges({ ...defaults }, { ...capabilities });
}

function mergeChanges(base: JsonObject, changes: JsonObject): JsonObject {
  const merged = { ...base };
  for (const [name, change] of Object.entries(changes)) {
    const current = merged[name];
    if (isObject(change)) merged[name] = mergeChanges(isObject(current) ? current : {}, change);
    else if (change === false && isObject(current)) delete merged[name];
    else if (change !== undefined) merged[name] = change;
  }
  return merged;
}

/**
 * Returns the capabilities with the field names of version 2. In this version, agents need no
 * permission for the updates that they send.
 */
export function toVersion2Capabilities({ auth, elicitation, _meta }: ClientCapabilities): object {
  return {
    ...(elicitation && { elicitation }),
    ...(auth?.terminal && { auth: { terminal: {} } }),
    ...(_meta && { _meta }),
  };
}
