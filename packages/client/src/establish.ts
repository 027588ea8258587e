import type { AcpStore } from "@acp-store/core";
import type { ClientApp } from "@agentclientprotocol/sdk";
import { AcpConnectionError, messageOf } from "./errors.js";
import { shakeHands } from "./handshake.js";
import { type Link, openLink } from "./link.js";
import type { AgentSource, ConnectOptions } from "./options.js";
import type { MessageStream } from "./tapStream.js";
import { unlessAborted } from "./within.js";

/** What a link is made from. */
export interface LinkParts {
  readonly store: AcpStore;
  readonly source: AgentSource;
  readonly app: ClientApp;
  readonly options: ConnectOptions;
  readonly versions: readonly (1 | 2)[];
}

/**
 * A link on which the version is agreed. An agent that hangs up on the first version is asked for
 * the next on a fresh stream, if the source can make one.
 */
export async function establish(parts: LinkParts, signal: AbortSignal): Promise<Link> {
  const { store, source, app, options } = parts;
  let { versions } = parts;
  for (;;) {
    const link = openLink(await open(source, signal), store, app);
    const hangUp = (): void => link.close("The connection was closed.");
    signal.addEventListener("abort", hangUp);
    // The stream may have come in the same moment.
    if (signal.aborted) hangUp();
    try {
      await shakeHands(link, versions, options);
      return link;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const { endReason } = link;
      link.close(messageOf(error));
      if (endReason === undefined) throw error;
      if (typeof source !== "function" || versions.length === 1)
        throw new AcpConnectionError("closed", endReason, { cause: error });
      versions = versions.slice(1);
    } finally {
      signal.removeEventListener("abort", hangUp);
    }
  }
}

/** A stream that comes only after the connection was closed is closed too. */
async function open(source: AgentSource, signal: AbortSignal): Promise<MessageStream> {
  if (typeof source === "function") signal.throwIfAborted();
  const stream = typeof source === "function" ? attempt(source) : Promise.resolve(source);
  void stream.then(
    (late) => signal.aborted && hangUpOn(late),
    () => {},
  );
  return unlessAborted(stream, signal);
}

function hangUpOn({ readable, writable }: MessageStream): void {
  void readable.cancel().catch(() => {});
  void writable.close().catch(() => {});
}

async function attempt(make: () => MessageStream | Promise<MessageStream>): Promise<MessageStream> {
  try {
    return await make();
  } catch (error) {
    throw new AcpConnectionError("closed", `The agent could not be reached: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
