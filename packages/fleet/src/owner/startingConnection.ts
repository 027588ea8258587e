import type { AgentConnection } from "@acp-store/client";
import { AGENT_METHODS, type AgentMethodName } from "@acp-store/core/actions";

type Connection = Omit<AgentConnection, "closed">;
type RequestName =
  | AgentMethodName
  | "notify"
  | "request"
  | "retryTurn"
  | "rewindSession"
  | "sendNow"
  | "steer";

const NAMES: readonly RequestName[] = [
  // The type of `Object.keys` does not say that these are the keys of the table.
  ...(Object.keys(AGENT_METHODS) as AgentMethodName[]),
  "notify",
  "request",
  "retryTurn",
  "rewindSession",
  "sendNow",
  "steer",
];

/** Runs a call with the connection of a running agent. `sessionId` is the session that the call is about. */
export type WithConnection = (
  call: (connection: AgentConnection) => Promise<unknown>,
  sessionId: string | undefined,
) => Promise<unknown>;

/**
 * Returns the methods of a connection, which get it from `withConnection` for each call.
 *
 * @param withConnection Runs a call with the connection, and starts the agent before if it does not run.
 */
export function createStartingConnection(
  withConnection: WithConnection,
  close: (reason?: string) => Promise<void>,
): Connection {
  const methods = NAMES.map((name) => [
    name,
    (...args: never[]) =>
      withConnection(
        (connection) => {
          const method: (...args: never[]) => Promise<unknown> = connection[name];
          return method(...args);
        },
        sessionOf(name, args),
      ),
  ]);
  // Each function takes the arguments of its name, which the type of a list cannot say.
  return { ...(Object.fromEntries(methods) as Pick<Connection, RequestName>), close };
}

/** Returns the session whose content a call needs. */
function sessionOf(name: RequestName, [first, second]: readonly unknown[]): string | undefined {
  if (name === "deleteSession") return undefined;
  const named = name === "request" || name === "notify" ? second : first;
  if (typeof named === "string") return named;
  if (typeof named !== "object" || named === null || !("sessionId" in named)) return undefined;
  return typeof named.sessionId === "string" ? named.sessionId : undefined;
}
