import { isObject, type JsonObject } from "../json.js";

/** The text in place of a secret, or of what may contain one. */
const HIDDEN = "(hidden)";

/**
 * Returns a message without the secrets of MCP servers: the values of their variables and headers, their
 * arguments, also those in their command, and the query and the password of their address. Without such servers, it is the message itself.
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
  if (mcpServers == null || (Array.isArray(mcpServers) && mcpServers.length === 0)) return message;
  const shown = Array.isArray(mcpServers) ? mcpServers.map(hideInServer) : HIDDEN;
  return { ...message, params: { ...params, mcpServers: shown } };
}

function hideInServer(server: unknown): unknown {
  // Its fields are not known, so each of them may be a secret.
  if (!isObject(server)) return HIDDEN;
  const shown: JsonObject = { ...server };
  for (const field of ["env", "headers"])
    if (field in server) shown[field] = hideValues(server[field]);
  if ("args" in server) shown["args"] = hideValues(server["args"]);
  if ("command" in server) shown["command"] = hideArguments(server["command"]);
  if ("url" in server) shown["url"] = hideInAddress(server["url"]);
  return shown;
}

/**
 * Keeps the program. A command has no arguments, but a client may put a whole command line there. So a path with a space
 * is cut: this cannot be told from an argument.
 */
function hideArguments(command: unknown): string {
  const [program = ""] = typeof command === "string" ? (/^[^\s=]+/.exec(command) ?? []) : [];
  return program === command ? program : `${program} ${HIDDEN}`.trim();
}

/** Keeps the names of `{ name, value }` pairs, and the number of items. */
function hideValues(list: unknown): unknown {
  if (!Array.isArray(list)) return HIDDEN;
  return list.map((item: unknown) => (isObject(item) ? { ...item, value: HIDDEN } : HIDDEN));
}

/** Not with `URL`, which hosts without a browser or Node lack. */
function hideInAddress(address: unknown): string {
  if (typeof address !== "string") return HIDDEN;
  return address.replace(/[?#].*$/s, "").replace(/^([a-z][a-z\d+.-]*:\/\/)[^/@]*@/i, "$1");
}
