import { type AgentConnection, connectAgent } from "@acp-store/client";
import { type AcpStore, createAcpStore } from "@acp-store/core";
import { AcpStoreProvider, type OwnedConnection, useAgentConnection } from "@acp-store/react";
import { scriptedAgent } from "@acp-store/testing";
import { waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { vi } from "vitest";

interface OwnerProps {
  readonly store?: AcpStore;
  /** The key of the connection. */
  readonly url?: string;
  readonly closeDelay?: number;
}

/** Creates a `connect` function that counts its calls, and a component that uses it. */
export function createOwner(store: AcpStore = createAcpStore()) {
  const scripted = scriptedAgent({ onPrompt: async () => {} });
  const connect = vi.fn((target: AcpStore, signal: AbortSignal) =>
    connectAgent(target, scripted.connect, { protocolVersions: [1], signal }),
  );
  let latest: OwnedConnection<AgentConnection> | undefined;

  function Owner({ url, closeDelay }: OwnerProps): ReactElement {
    const connection = useAgentConnection((...args) => connect(...args), {
      ...(url !== undefined && { key: url }),
      ...(closeDelay !== undefined && { closeDelay }),
    });
    latest = connection;
    return <p>{connection.status}</p>;
  }

  function Provided({ store: own = store, ...options }: OwnerProps): ReactElement {
    return (
      <AcpStoreProvider store={own}>
        <Owner {...options} />
      </AcpStoreProvider>
    );
  }

  return {
    store,
    connect,
    Owner: Provided,
    /** Returns the latest result of the hook. */
    value(): OwnedConnection<AgentConnection> {
      if (latest === undefined) throw new Error("The component was not rendered.");
      return latest;
    },
    /** Resolves with the connection when the hook returns one. */
    ready: (): Promise<AgentConnection> => waitFor(() => requireAgent(latest?.agent)),
  };
}

function requireAgent(connection: AgentConnection | undefined): AgentConnection {
  if (connection === undefined) throw new Error("The hook returned no connection.");
  return connection;
}
