import type { AgentConnection } from "@acp-store/client";
import { AGENT_METHODS, type AgentMethodName } from "@acp-store/core/actions";

type FleetConnection = Omit<AgentConnection, "closed">;
type RequestName = AgentMethodName | "notify" | "request" | "sendNow";

const NAMES: readonly RequestName[] = [
  // The type of `Object.keys` does not say that these are the keys of the table.
  ...(Object.keys(AGENT_METHODS) as AgentMethodName[]),
  "notify",
  "request",
  "sendNow",
];

/**
 * Returns the methods of a connection, which get it from `withConnection` for each call.
 *
 * @param withConnection Runs a call with the connection, and starts the agent before if it does not run.
 */
export function createStartingConnection(
  withConnection: (call: (connection: AgentConnection) => Promise<unknown>) => Promise<unknown>,
  close: (reason?: string) => Promise<void>,
): FleetConnection {
  const methods = NAMES.map((name) => [
    name,
    (...args: never[]) =>
      withConnection((connection) => {
        const method: (...args: never[]) => Promise<unknown> = connection[name];
        return method(...args);
      }),
  ]);
  // Each function takes the arguments of its name, which the type of a list cannot say.
  return { ...(Object.fromEntries(methods) as Pick<FleetConnection, RequestName>), close };
}
