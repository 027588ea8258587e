import { isObject, type JsonObject } from "./json.js";
import type { Message } from "./jsonRpc.js";

/** The results of `initialize`, as known so far. */
export interface Connection {
  /** Whether the client has sent `initialize` and waits for the response. */
  readonly isInitializing: boolean;
  /** The version that the client requested. */
  readonly requestedVersion: unknown;
  /** The protocol version. Before the response to `initialize`, the version that the client requested. */
  readonly version: 1 | 2;
  /** Whether the version is one that the check knows, not a later one. */
  readonly hasKnownVersion: boolean;
  /** The client's capabilities; `undefined` before the response to `initialize`. */
  readonly clientCapabilities: JsonObject | undefined;
  /** The agent's capabilities; `undefined` before the response to `initialize`. */
  readonly agentCapabilities: JsonObject | undefined;
  /** The methods of authentication that the agent offers. */
  readonly authMethods: unknown;
}

/** Follows `initialize` through the messages of a trace. */
export interface ConnectionReader {
  /** Returns the connection, including a message. */
  next(message: Message): Connection;
}

/** Creates a reader for a connection whose version may be known from elsewhere. */
export function createConnectionReader(version: 1 | 2 = 1): ConnectionReader {
  let connection: Connection = {
    isInitializing: false,
    requestedVersion: undefined,
    version,
    hasKnownVersion: true,
    clientCapabilities: undefined,
    agentCapabilities: undefined,
    authMethods: undefined,
  };

  return {
    next: (message) => {
      if (message.kind === "request" && message.method === "initialize" && message.dir === "sent") {
        const { protocolVersion } = message.params;
        connection = {
          isInitializing: true,
          requestedVersion: protocolVersion,
          version: toVersion(protocolVersion),
          hasKnownVersion: isKnownVersion(protocolVersion),
          clientCapabilities: undefined,
          agentCapabilities: undefined,
          authMethods: undefined,
        };
      }
      const isResponse = message.kind === "response" && message.request?.method === "initialize";
      if (isResponse && message.dir === "recv") {
        const { result, request, isError } = message;
        const { protocolVersion } = result;
        const agreed = isError ? connection.version : toVersion(protocolVersion);
        const client = request?.params[agreed === 1 ? "clientCapabilities" : "capabilities"];
        const agent = result[agreed === 1 ? "agentCapabilities" : "capabilities"];
        connection = {
          isInitializing: false,
          requestedVersion: connection.requestedVersion,
          version: agreed,
          hasKnownVersion: isError ? connection.hasKnownVersion : isKnownVersion(protocolVersion),
          clientCapabilities: isError ? undefined : toObject(client),
          agentCapabilities: isError ? undefined : toObject(agent),
          authMethods: result["authMethods"],
        };
      }
      return connection;
    },
  };
}

/**
 * Returns whether a side has announced a capability: its field is `true`, or an object.
 *
 * @param path The names that lead to the field, separated by dots.
 */
export function isAnnounced(capabilities: JsonObject, path: string): boolean {
  let value: unknown = capabilities;
  for (const name of path.split(".")) value = isObject(value) ? value[name] : undefined;
  return value === true || isObject(value);
}

function toVersion(value: unknown): 1 | 2 {
  return typeof value === "number" && value >= 2 ? 2 : 1;
}

/** A value that is not a number is a problem of the schema, not another version. */
function isKnownVersion(version: unknown): boolean {
  return typeof version !== "number" || version === 1 || version === 2;
}

function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
