import type { AcpStore, ContentBlock } from "@acp-store/core";
import type { AgentConnection } from "./agentConnection.js";
import { createClientApp } from "./clientApp.js";
import { AcpConnectionError, isAcpConnectionError } from "./errors.js";
import { getProtocolVersions } from "./initialize.js";
import { isolateListenerErrors } from "@acp-store/core/tap";
import type { Link } from "./link.js";
import { createOpenSessions } from "./openSessions.js";
import type { AgentSource, ConnectOptions } from "./options.js";
import { CANCELLED, createPromptQueue } from "./promptQueue.js";
import * as requests from "./requests.js";
import { superviseConnection } from "./supervisor.js";

/**
 * Connects a store to an agent. Agrees on a protocol version, answers the agent's requests from the
 * store, and feeds all traffic into the state. `state.connection` has the status of the connection.
 * If the source is a function, a lost connection is reestablished and its sessions are restored.
 *
 * {@link https://agentclientprotocol.com/protocol/v1/initialization}
 *
 * @throws AcpConnectionError if the agent cannot be reached, does not answer in time, answers with
 * an error, or supports no common protocol version, and if the store already has an open
 * connection.
 *
 * @example
 * ```ts
 * import { connectAgent } from "@acp-store/client";
 * import { createAcpStore } from "@acp-store/core";
 * import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
 *
 * const store = createAcpStore();
 * const agent = await connectAgent(store, () => createWebSocketStream("ws://127.0.0.1:4317/acp"));
 * const { sessionId } = await agent.newSession({ cwd: "/home/me/project" });
 * const { stopReason } = await agent.prompt(sessionId, "Fix the typo");
 * console.log(stopReason); // "end_turn"
 * ```
 */
export async function connectAgent(
  store: AcpStore,
  source: AgentSource,
  options: ConnectOptions = {},
): Promise<AgentConnection> {
  const sessions = createOpenSessions(store);
  const app = createClientApp(store, options);
  const { restore } = sessions;
  const versions = getProtocolVersions(options);
  const supervisor = await superviseConnection({ store, source, app, options, versions, restore });
  const queue = createPromptQueue(store, (sessionId, prompt, isCancelled) =>
    withLink(async (link) => {
      await sessions.whenRestored(sessionId);
      if (isCancelled()) return CANCELLED;
      return requests.sendPrompt(store, link, sessionId, prompt);
    }),
  );
  void supervisor.closed.then((reason) => queue.close(new AcpConnectionError("closed", reason)));

  async function withLink<Result>(request: (link: Link) => Promise<Result>): Promise<Result> {
    const link = await supervisor.getLink();
    try {
      return await request(link);
    } catch (error) {
      throw supervisor.explainError(error, link);
    }
  }

  return {
    async newSession(request) {
      const { sessionId } = await withLink((link) => requests.newSession(store, link, request));
      sessions.add({ ...request, sessionId });
      queue.addSession(sessionId);
      return { sessionId };
    },
    async loadSession(request) {
      await withLink((link) => requests.loadSession(store, link, request));
      sessions.add(request);
      queue.addSession(request.sessionId);
    },
    async resumeSession(request) {
      await withLink((link) => requests.resumeSession(store, link, request));
      sessions.add(request);
      queue.addSession(request.sessionId);
    },
    listSessions: (request = {}) => withLink((link) => requests.listSessions(store, link, request)),
    async prompt(sessionId, prompt) {
      supervisor.assertReady();
      return queue.prompt(sessionId, toContentBlocks(prompt));
    },
    async cancel(sessionId) {
      isolateListenerErrors(() => store.cancelTurn(sessionId));
      queue.cancelUnsent(sessionId);
      try {
        await withLink((link) => link.notify("session/cancel", { sessionId }));
      } catch (error) {
        // A lost connection has already ended the turn.
        if (!isAcpConnectionError(error)) throw error;
      }
    },
    setMode: (sessionId, modeId) =>
      withLink((link) => requests.setMode(store, link, sessionId, modeId)),
    setConfigOption: (sessionId, configId, value) =>
      withLink((link) => requests.setConfigOption(store, link, sessionId, configId, value)),
    authenticate: (methodId) => withLink((link) => requests.authenticate(store, link, methodId)),
    async closeSession(sessionId) {
      queue.removeSession(sessionId);
      try {
        await withLink(async (link) => {
          // The response to a pending restore would reopen the session.
          await sessions.whenRestored(sessionId);
          return requests.closeSession(store, link, sessionId);
        });
      } finally {
        sessions.remove(sessionId);
        isolateListenerErrors(() => store.closeSession(sessionId));
      }
    },
    close: (reason = "The connection was closed.") => supervisor.close(reason),
    closed: supervisor.closed,
  };
}

function toContentBlocks(prompt: string | readonly ContentBlock[]): readonly ContentBlock[] {
  return typeof prompt === "string" ? [{ type: "text", text: prompt }] : prompt;
}
