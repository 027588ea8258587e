import type { AcpStore, Frame } from "@acp-store/core";
import { AcpConnectionError, describeError, getProcessDetails } from "./errors.js";
import { initializeAgent } from "./initialize.js";
import { type RpcConnection, type RpcApp, openRpc } from "./rpcConnection.js";
import type { AgentSource, AgentStream, ConnectOptions } from "./options.js";
import { rejectOnAbort } from "./promises.js";

/** Everything that is needed to create an RPC connection. */
export interface RpcOptions {
  readonly store: AcpStore;
  readonly source: AgentSource;
  readonly app: RpcApp;
  readonly options: ConnectOptions;
  /** The protocol versions to try, in order of preference. */
  readonly versions: readonly (1 | 2)[];
  /** Called with each RPC connection as soon as it is open. */
  readonly onOpen: (rpc: RpcConnection) => void;
  /** Called with the history of a stream that continues an earlier connection. */
  readonly onHistory: (history: readonly Frame[], rpc: RpcConnection) => void;
}

/**
 * Opens an RPC connection and agrees on a protocol version with the agent. If the agent hangs up on
 * the first version and the source is a function, the next version is offered on a new stream. A
 * stream whose history initialized the agent needs no agreement.
 *
 * @throws AcpConnectionError if the agent cannot be reached or no version can be agreed on, or the
 * signal's reason once the signal is aborted.
 */
export async function establishRpc(
  rpcOptions: RpcOptions,
  signal: AbortSignal,
): Promise<RpcConnection> {
  const { store, source, app, options, onOpen, onHistory } = rpcOptions;
  let { versions } = rpcOptions;
  for (;;) {
    const stream = await openStream(source, signal);
    const { history = [] } = stream;
    if (history.length > 0) assertNoSessions(store, stream);
    const rpc = openRpc(stream, store, app, options);
    onOpen(rpc);
    onHistory(history, rpc);
    const closeRpc = (): void => rpc.close("The connection was closed.");
    signal.addEventListener("abort", closeRpc);
    // The signal may have been aborted in the same tick in which the stream opened.
    if (signal.aborted) closeRpc();
    try {
      if (history.length === 0 || !isInitialized(store, versions))
        await initializeAgent(rpc, versions, options);
      return rpc;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const { endReason } = rpc;
      rpc.close(describeError(error));
      if (endReason === undefined) throw error;
      if (typeof source !== "function" || versions.length === 1)
        throw new AcpConnectionError("closed", endReason, { cause: error, ...rpc.endDetails });
      versions = versions.slice(1);
    } finally {
      signal.removeEventListener("abort", closeRpc);
    }
  }
}

/**
 * @throws AcpConnectionError if the history would be added to sessions that may already have it.
 */
function assertNoSessions(store: AcpStore, stream: AgentStream): void {
  if (store.getState().sessions.size === 0) return;
  closeStream(stream);
  throw new AcpConnectionError(
    "in_use",
    "The stream has a history, but the store already has sessions. Create a new store for it, or open a stream without a history.",
  );
}

/** Returns whether the observed history ended with an agent that is ready to use. */
function isInitialized(store: AcpStore, versions: readonly (1 | 2)[]): boolean {
  const { connection, protocolVersion } = store.getState();
  return connection?.status === "ready" && versions.includes(protocolVersion);
}

/** Resolves with the source's stream. A stream that opens after the abort is closed. */
async function openStream(source: AgentSource, signal: AbortSignal): Promise<AgentStream> {
  if (typeof source === "function") signal.throwIfAborted();
  const stream = typeof source === "function" ? callSource(source) : Promise.resolve(source);
  void stream.then(
    (opened) => signal.aborted && closeStream(opened),
    () => {},
  );
  return rejectOnAbort(stream, signal);
}

function closeStream({ readable, writable }: AgentStream): void {
  void readable.cancel().catch(() => {});
  void writable.close().catch(() => {});
}

async function callSource(source: () => AgentStream | Promise<AgentStream>): Promise<AgentStream> {
  try {
    return await source();
  } catch (error) {
    throw new AcpConnectionError(
      "closed",
      `The agent could not be reached: ${describeError(error)}`,
      { cause: error, ...getProcessDetails(error) },
    );
  }
}
