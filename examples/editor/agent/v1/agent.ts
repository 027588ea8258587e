import {
  agent,
  methods,
  PROTOCOL_VERSION,
  type AgentApp,
  type AgentContext,
  type AvailableCommand,
  type ClientCapabilities,
  type SessionConfigOption,
  type SessionUpdate,
} from "@agentclientprotocol/sdk/unstable";
import { SLASH_COMMANDS } from "../slashCommands.js";
import { AGENT_INFO } from "../agentInfo.js";
import type { Pace } from "../pace.js";
import { acceptPrompt } from "../prompt.js";
import type { DemoSession } from "../session.js";
import type { Sessions } from "../sessions.js";
import type { SignIn } from "../signIn.js";
import { changeSetting, MODES, getSettings, SETTING_PAUSE_MS } from "../settings.js";
import { createClientV1 } from "./createClient.js";

const { session: agentMethods } = methods.agent;

const SESSION_CAPABILITIES = {
  list: {},
  resume: {},
  close: {},
  fork: {},
  title: {},
  archive: {},
  delete: {},
};

/** Creates the scripted agent for clients that use protocol version 1. */
export function createAgentV1(sessions: Sessions, signIn: SignIn, pace: Pace): AgentApp {
  let clientCapabilities: ClientCapabilities | undefined;

  /** The client does not know the session until it has read the response. */
  function sendCommandsAfterResponse(client: AgentContext, session: DemoSession): void {
    const update: SessionUpdate = {
      sessionUpdate: "available_commands_update",
      availableCommands: getAvailableCommands(),
    };
    setTimeout(() => void notify(client, session, update), 0);
  }

  return agent({ name: AGENT_INFO.name })
    .onRequest(methods.agent.initialize, ({ params }) => {
      clientCapabilities = params.clientCapabilities;
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: AGENT_INFO,
        agentCapabilities: {
          loadSession: true,
          sessionCapabilities: SESSION_CAPABILITIES,
          auth: { status: {}, ...(signIn.isRequired && { logout: {} }) },
        },
        authMethods: signIn.methods.map(({ id, name, description }) => ({ id, name, description })),
      };
    })
    .onRequest(methods.agent.authenticate, ({ params, signal }) =>
      signIn.signIn(params.methodId, signal),
    )
    .onRequest(methods.agent.logout, signIn.signOut)
    .onRequest(methods.agent.auth.status, signIn.getStatus)
    .onRequest(agentMethods.new, ({ params, client }) => {
      const session = sessions.create(params.cwd);
      sendCommandsAfterResponse(client, session);
      return { sessionId: session.id, ...getSessionSetup(session) };
    })
    .onRequest(agentMethods.load, async ({ params, client }) => {
      const session = sessions.open(params.sessionId, params.cwd);
      const sessionClient = createClientV1(client, session.id, clientCapabilities);
      for (const event of [...session.transcript.events]) await sessionClient.send(event);
      sendCommandsAfterResponse(client, session);
      return getSessionSetup(session);
    })
    .onRequest(agentMethods.resume, ({ params, client }) => {
      const session = sessions.open(params.sessionId, params.cwd);
      sendCommandsAfterResponse(client, session);
      return getSessionSetup(session);
    })
    .onRequest(agentMethods.fork, ({ params, client }) => {
      const session = sessions.fork(params.sessionId, params.cwd);
      sendCommandsAfterResponse(client, session);
      return { sessionId: session.id, ...getSessionSetup(session) };
    })
    .onRequest(agentMethods.list, ({ params }) => sessions.list(params))
    .onRequest(agentMethods.setTitle, ({ params }) => sessions.setTitle(params))
    .onRequest(agentMethods.archive, ({ params }) => sessions.archive(params.sessionId, true))
    .onRequest(agentMethods.unarchive, ({ params }) => sessions.archive(params.sessionId, false))
    .onRequest(agentMethods.delete, ({ params }) => sessions.delete(params.sessionId))
    .onRequest(agentMethods.setMode, async ({ params, client }) => {
      const session = sessions.get(params.sessionId);
      changeSetting(session, "mode", params.modeId);
      await notify(client, session, createModeUpdate(session));
      const { configOptions } = getSessionSetup(session);
      await notify(client, session, { sessionUpdate: "config_option_update", configOptions });
      return {};
    })
    .onRequest(agentMethods.setConfigOption, async ({ params, client, signal }) => {
      const session = sessions.get(params.sessionId);
      await pace.pause(SETTING_PAUSE_MS, signal);
      changeSetting(session, params.configId, params.value);
      if (params.configId === "mode") await notify(client, session, createModeUpdate(session));
      return { configOptions: getSessionSetup(session).configOptions };
    })
    .onRequest(agentMethods.prompt, async ({ params, client, signal }) => {
      const session = sessions.get(params.sessionId);
      const options = {
        session,
        client: createClientV1(client, session.id, clientCapabilities),
        pace,
        signal,
      };
      return { stopReason: await acceptPrompt(params.prompt, options).play() };
    })
    .onRequest(agentMethods.close, ({ params }) => sessions.close(params.sessionId))
    .onNotification(agentMethods.cancel, ({ params }) => sessions.cancel(params.sessionId));
}

/** Offers the mode twice: older clients read `modes`, newer ones the config option. */
function getSessionSetup(session: DemoSession) {
  const modes = {
    currentModeId: session.settings.mode,
    availableModes: MODES.map((mode) => ({ ...mode })),
  };
  const configOptions = getSettings(session).map(
    ({ configId, ...option }): SessionConfigOption => ({ id: configId, ...option }),
  );
  return { modes, configOptions };
}

const createModeUpdate = ({ settings }: DemoSession): SessionUpdate => ({
  sessionUpdate: "current_mode_update",
  currentModeId: settings.mode,
});

function getAvailableCommands(): AvailableCommand[] {
  return SLASH_COMMANDS.map(({ hint, ...command }) => ({
    ...command,
    ...(hint !== undefined && { input: { hint } }),
  }));
}

async function notify(
  client: AgentContext,
  { id: sessionId }: DemoSession,
  update: SessionUpdate,
): Promise<void> {
  // The client may have disconnected.
  await client.notify(methods.client.session.update, { sessionId, update }).catch(() => {});
}
