import type { Frame } from "@acp-store/core";
import type { Stream } from "@agentclientprotocol/sdk";
import { agentProtocolRouter } from "@agentclientprotocol/sdk/experimental/v2/unstable";
import type { AgentScript } from "./agentScript.js";
import { type Channel, createStreamPair, openChannel } from "./channel.js";
import type { AgentParts } from "./playPrompt.js";
import { createSessions } from "./sessions.js";
import { createSignIn } from "./signIn.js";
import { memoryTranscripts } from "./transcriptStorage.js";
import { createAgentV1 } from "./v1/agent.js";
import { createAgentV2 } from "./v2/agent.js";

/** An agent that plays a script. It speaks the real protocol through the official SDK. */
export interface ScriptedAgent {
  /**
   * Connects a client in the same process, and returns its stream. Pass the function itself to
   * `connectAgent`, so that the client can reconnect: each call is a new connection. The stored
   * sessions and the sign-in outlive the connections.
   */
  readonly connect: () => Stream;
  /**
   * Serves one client over the agent's end of a stream. Resolves when the connection is closed.
   * `serveStdio` of `@acp-store/testing/node` serves a client that started this process.
   */
  serve(stream: Stream, options?: ServeOptions): Promise<void>;
  /** Ends all connections with an error, like the end of a process. */
  crash(reason?: string): void;
  /** All messages of all connections, in the order in which the agent sent and received them. */
  readonly frames: readonly Frame[];
}

/** The options of {@link ScriptedAgent.serve}. */
export interface ServeOptions {
  /** Ends the process of the agent. Default: the stream fails with the reason. */
  readonly onCrash?: (reason: string) => void;
}

/**
 * Creates a real agent whose behavior is a script, so that a test needs no model. It supports both
 * protocol versions and uses the highest one that the client offers.
 *
 * @example
 * ```ts
 * import { connectAgent } from "@acp-store/client";
 * import { createAcpStore } from "@acp-store/core";
 * import { scriptedAgent } from "@acp-store/testing";
 *
 * const agent = scriptedAgent({
 *   async onPrompt(turn) {
 *     await turn.say("I will fix the typo.");
 *     const isAllowed = await turn.edit({ path: "/project/a.txt", oldText: "teh", newText: "the" });
 *     await turn.say(isAllowed ? "Fixed." : "I left the file unchanged.");
 *   },
 * });
 * const store = createAcpStore({ permissionPolicy: () => "reject-once" });
 * const connection = await connectAgent(store, agent.connect);
 * const { sessionId } = await connection.newSession({ cwd: "/project" });
 * await connection.prompt(sessionId, "Fix the typo");
 * ```
 */
export function scriptedAgent(script: AgentScript): ScriptedAgent {
  const { storage = memoryTranscripts(), settings = [], protocolVersions = [1, 2] } = script;
  const signIn = createSignIn(script.signIn);
  const frames: Frame[] = [];
  const channels = new Set<Channel>();

  function createApp(parts: AgentParts) {
    const v1 = createAgentV1(parts, signIn);
    // An offer of version 2 also contains the capabilities of version 1. The router drops them.
    if (!protocolVersions.includes(2)) return v1;
    const router = agentProtocolRouter().withV2(createAgentV2(parts, signIn));
    return protocolVersions.includes(1) ? router.withV1(v1) : router;
  }

  async function serve(stream: Stream, { onCrash }: ServeOptions = {}): Promise<void> {
    const opened = openChannel(stream, frames);
    const channel = onCrash ? { ...opened, crash: onCrash } : opened;
    const sessions = createSessions({ storage, settings, requireSignIn: signIn.require });
    const parts = { script, sessions, channel };
    channels.add(channel);
    await createApp(parts).connect(channel.stream).closed;
    channels.delete(channel);
    sessions.stop();
  }

  return {
    connect() {
      const { clientEnd, agentEnd } = createStreamPair();
      void serve(agentEnd);
      return clientEnd;
    },
    serve,
    crash(reason = "The agent crashed.") {
      for (const channel of channels) channel.crash(reason);
    },
    frames,
  };
}
