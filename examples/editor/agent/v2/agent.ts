import {
  agent,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type AgentApp,
  type AgentContext,
  type AvailableCommand,
  type ClientCapabilities,
  type StateUpdate,
} from "@agentclientprotocol/sdk/experimental/v2/unstable";
import { SLASH_COMMANDS } from "../slashCommands.js";
import { AGENT_INFO } from "../agentInfo.js";
import type { Pace } from "../pace.js";
import { acceptPrompt, type AcceptedPrompt } from "../prompt.js";
import type { DemoSession } from "../session.js";
import type { Sessions } from "../sessions.js";
import type { SignIn } from "../signIn.js";
import { changeSetting, getSettings, SETTING_PAUSE_MS } from "../settings.js";
import { createClientV2 } from "./createClient.js";

const { session: agentMethods } = methods.agent;

/** Creates the scripted agent for clients that use protocol version 2. */
export function createAgentV2(sessions: Sessions, signIn: SignIn, pace: Pace): AgentApp {
  const closed = new AbortController();
  let clientCapabilities: ClientCapabilities | undefined;

  return agent({ name: AGENT_INFO.name })
    .onConnect(({ signal }) => signal.addEventListener("abort", () => closed.abort()))
    .onRequest(methods.agent.initialize, ({ params }) => {
      clientCapabilities = params.capabilities;
      return {
        protocolVersion: PROTOCOL_VERSION,
        info: AGENT_INFO,
        capabilities: {
          session: { fork: {}, title: {}, archive: {}, delete: {} },
          auth: { status: {} },
        },
        authMethods: signIn.methods.map(({ id, ...method }) => ({
          type: "agent" as const,
          methodId: id,
          ...method,
        })),
      };
    })
    .onRequest(methods.agent.auth.login, ({ params, signal }) =>
      signIn.signIn(params.methodId, signal),
    )
    .onRequest(methods.agent.auth.logout, signIn.signOut)
    .onRequest(methods.agent.auth.status, signIn.getStatus)
    .onRequest(agentMethods.new, ({ params }) => {
      const session = sessions.create(params.cwd);
      return { sessionId: session.id, ...getSessionSetup(session) };
    })
    .onRequest(agentMethods.resume, async ({ params, client }) => {
      const { sessionId, cwd, replayFrom } = params;
      const session = sessions.open(sessionId, cwd);
      if (replayFrom && replayFrom.type !== "start")
        throw RequestError.invalidParams({ replayFrom }, "only replay from the start is supported");
      const sessionClient = createClientV2(client, session.id, clientCapabilities);
      const events = replayFrom ? [...session.transcript.events] : [];
      for (const event of events) await sessionClient.send(event);
      await sendState(client, session, session.turn ? { state: "running" } : { state: "idle" });
      return getSessionSetup(session);
    })
    .onRequest(agentMethods.fork, ({ params }) => {
      const session = sessions.fork(params.sessionId, params.cwd);
      return { sessionId: session.id, ...getSessionSetup(session) };
    })
    .onRequest(agentMethods.list, ({ params }) => sessions.list(params))
    .onRequest(agentMethods.setTitle, ({ params }) => sessions.setTitle(params))
    .onRequest(agentMethods.archive, ({ params }) => sessions.archive(params.sessionId, true))
    .onRequest(agentMethods.unarchive, ({ params }) => sessions.archive(params.sessionId, false))
    .onRequest(agentMethods.delete, ({ params }) => sessions.delete(params.sessionId))
    .onRequest(agentMethods.setConfigOption, async ({ params, signal }) => {
      const session = sessions.get(params.sessionId);
      await pace.pause(SETTING_PAUSE_MS, signal);
      changeSetting(session, params.configId, params.value);
      return { configOptions: getSettings(session) };
    })
    .onRequest(agentMethods.prompt, async ({ params, client }) => {
      const session = sessions.get(params.sessionId);
      const sessionClient = createClientV2(client, session.id, clientCapabilities);
      const options = { session, client: sessionClient, pace, signal: closed.signal };
      const open = acceptPrompt(params.prompt, options);
      await sessionClient.send(open.prompt);
      void playAndReport(client, session, open);
      return { messageId: open.prompt.messageId };
    })
    .onRequest(agentMethods.close, ({ params }) => sessions.close(params.sessionId))
    .onNotification(agentMethods.cancel, ({ params }) => sessions.cancel(params.sessionId));
}

/**
 * Plays an accepted prompt and reports its end. In version 2 the response to `session/prompt` only
 * confirms that the prompt was accepted.
 */
async function playAndReport(
  client: AgentContext,
  session: DemoSession,
  open: AcceptedPrompt,
): Promise<void> {
  try {
    await sendState(client, session, { state: "running" });
    const stopReason = await open.play();
    await sendState(client, session, { state: "idle", stopReason } as StateUpdate);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const failure = { stopReason: "error" as const, error: { code: -32603, message } };
    // This fails too if the error is that the client disconnected.
    await sendState(client, session, { state: "idle", ...failure }).catch(() => {});
  }
}

const sendState = (client: AgentContext, { id }: DemoSession, state: StateUpdate): Promise<void> =>
  client.notify(methods.client.session.update, {
    sessionId: id,
    update: { sessionUpdate: "state_update", ...state },
  });

const getSessionSetup = (session: DemoSession) => ({
  configOptions: getSettings(session),
  availableCommands: SLASH_COMMANDS.map(
    ({ hint, ...command }): AvailableCommand => ({
      type: "command",
      ...command,
      ...(hint !== undefined && { input: { type: "text", hint } }),
    }),
  ),
});
