import type { AcpStore, ContentBlock } from "@acp-store/core";
import type { AgentConnection } from "./agentConnection.js";
import { AcpConnectionError, isAcpConnectionError } from "./errors.js";
import { answerAgent } from "./handlers.js";
import { versionsOf } from "./handshake.js";
import type { Link } from "./link.js";
import { withoutListenerErrors } from "./listenerErrors.js";
import { createOpenSessions } from "./openSessions.js";
import type { AgentSource, ConnectOptions } from "./options.js";
import { CANCELLED, createPromptQueue } from "./promptQueue.js";
import * as requests from "./requests.js";
import { supervise } from "./supervisor.js";

/**
 * Connects a store to an agent: agrees on a protocol version, answers the agent's requests from the
 * store, and from then on all traffic is in the state. `state.connection` says how it stands; where
 * the source is a function, a connection that breaks is made again and its sessions are brought back.
 *
 * {@link https://agentclientprotocol.com/protocol/v1/initialization}
 *
 * @throws AcpConnectionError if the agent does not answer in time, refuses, or speaks another version,
 * and if the store has a connection that is not closed.
 *
 * @example
 * ```ts
 * const store = createAcpStore();
 * const agent = await connectAgent(store, () => createWebSocketStream(url));
 * const { sessionId } = await agent.newSession({ cwd: "/home/me/project" });
 * const { stopReason } = await agent.prompt(sessionId, "Fix the typo");
 * ```
 */
export async function connectAgent(
  store: AcpStore,
  source: AgentSource,
  options: ConnectOptions = {},
): Promise<AgentConnection> {
  const sessions = createOpenSessions(store);
  const app = answerAgent(store, options);
  const { restore } = sessions;
  const versions = versionsOf(options);
  const supervisor = await supervise({ store, source, app, options, versions, restore });
  const queue = createPromptQueue(store, (sessionId, prompt, isStopped) =>
    ask(async (link) => {
      await sessions.settled(sessionId);
      if (isStopped()) return CANCELLED;
      return requests.sendPrompt(store, link, sessionId, prompt);
    }),
  );
  void supervisor.closed.then((reason) => queue.end(new AcpConnectionError("closed", reason)));

  async function ask<Result>(request: (link: Link) => Promise<Result>): Promise<Result> {
    const link = await supervisor.link();
    try {
      return await request(link);
    } catch (error) {
      throw supervisor.explain(error, link);
    }
  }

  return {
    async newSession(request) {
      const { sessionId } = await ask((link) => requests.newSession(store, link, request));
      sessions.add({ ...request, sessionId });
      queue.follow(sessionId);
      return { sessionId };
    },
    async loadSession(request) {
      await ask((link) => requests.loadSession(store, link, request));
      sessions.add(request);
      queue.follow(request.sessionId);
    },
    async resumeSession(request) {
      await ask((link) => requests.resumeSession(store, link, request));
      sessions.add(request);
      queue.follow(request.sessionId);
    },
    listSessions: (request = {}) => ask((link) => requests.listSessions(store, link, request)),
    async prompt(sessionId, prompt) {
      supervisor.assertReady();
      return queue.prompt(sessionId, blocksOf(prompt));
    },
    async cancel(sessionId) {
      withoutListenerErrors(() => store.cancelTurn(sessionId));
      queue.stop(sessionId);
      try {
        await ask((link) => link.notify("session/cancel", { sessionId }));
      } catch (error) {
        // With the connection the turn has ended too.
        if (!isAcpConnectionError(error)) throw error;
      }
    },
    setMode: (sessionId, modeId) => ask((link) => requests.setMode(store, link, sessionId, modeId)),
    setConfigOption: (sessionId, configId, value) =>
      ask((link) => requests.setConfigOption(store, link, sessionId, configId, value)),
    authenticate: (methodId) => ask((link) => requests.authenticate(store, link, methodId)),
    async closeSession(sessionId) {
      queue.leave(sessionId);
      try {
        await ask(async (link) => {
          // What comes of bringing it back would open it again.
          await sessions.settled(sessionId);
          return requests.endSession(store, link, sessionId);
        });
      } finally {
        sessions.remove(sessionId);
        withoutListenerErrors(() => store.closeSession(sessionId));
      }
    },
    close: (reason = "The connection was closed.") => supervisor.close(reason),
    closed: supervisor.closed,
  };
}

function blocksOf(prompt: string | readonly ContentBlock[]): readonly ContentBlock[] {
  return typeof prompt === "string" ? [{ type: "text", text: prompt }] : prompt;
}
