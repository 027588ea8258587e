import { isObject, type JsonObject } from "../json.js";

/** The text in place of a secret. */
const HIDDEN = "(hidden)";

/**
 * Returns a message without the secrets of MCP servers: the values of their variables and headers, their
 * arguments, and the query and the password of their address. Without such servers, it is the message itself.
 * Inspectors, and so traces and devtools, get messages in this form. The agent gets the original.
 *
 * {@link https://agentclientprotocol.com/protocol/v1/session-setup#mcp-servers}
 *
 * @example
 * ```ts
 * import { hideSecrets } from "@acp-store/core/tap";
 *
 * const env = [{ name: "TOKEN", value: "abc" }];
 * const params = { cwd: "/p", mcpServers: [{ name: "docs", command: "docs-mcp", args: [], env }] };
 * const shown = hideSecrets({ id: 1, method: "session/new", params });
 * console.log(JSON.stringify(shown).includes("abc")); // false
 * ```
 */
export function hideSecrets(message: unknown): unknown {
  const params = isObject(message) ? message["params"] : undefined;
  if (!isObject(message) || !isObject(params)) return message;
  const { mcpServers } = params;
  if (!Array.isArray(mcpServers) || mcpServers.length === 0) return message;
  return { ...message, params: { ...params, mcpServers: mcpServers.map(hideInServer) } };
}

function hideInServer(server: unknown): unknown {
  if (!isObject(server)) return server;
  const shown: JsonObject = { ...server };
  for (const field of ["env", "headers"])
    if (field in server) shown[field] = hideValues(server[field]);
  if ("args" in server) shown["args"] = hideValues(server["args"]);
  if (typeof server["url"] === "string") shown["url"] = hideInAddress(server["url"]);
  return shown;
}

/** Keeps the names of `{ name, value }` pairs, and the number of items. */
function hideValues(list: unknown): unknown {
  if (!Array.isArray(list)) return HIDDEN;
  return list.map((item: unknown) => (isObject(item) ? { ...item, value: HIDDEN } : HIDDEN));
}

/** Not with `URL`, which hosts without a browser or Node lack. */
function hideInAddress(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/^([a-z][a-z\d+.-]*:\/\/)[^/@]*@/i, "$1");
}
