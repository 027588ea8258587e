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
} from "@agentclientprotocol/sdk";
import { COMMANDS } from "../commands.js";
import { INFO } from "../info.js";
import type { Pace } from "../pace.js";
import { takePrompt } from "../prompt.js";
import type { DemoSession } from "../session.js";
import type { Sessions } from "../sessions.js";
import { changeSetting, MODES, settingsOf } from "../settings.js";
import { clientV1 } from "./client.js";

const { session: called } = methods.agent;

/** The scripted agent for clients that speak version 1. */
export function createAgentV1(sessions: Sessions, pace: Pace): AgentApp {
  let offered: ClientCapabilities | undefined;

  /** The client knows the session only once it has read the response. */
  function announce(client: AgentContext, session: DemoSession): void {
    const update = { sessionUpdate: "available_commands_update" as const, ...commands() };
    setTimeout(() => void notify(client, session, update), 0);
  }

  return agent({ name: INFO.name })
    .onRequest(methods.agent.initialize, ({ params }) => {
      offered = params.clientCapabilities;
      const sessionCapabilities = { list: {}, resume: {}, close: {} };
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: INFO,
        agentCapabilities: { loadSession: true, sessionCapabilities },
        authMethods: [],
      };
    })
    .onRequest(called.new, ({ params, client }) => {
      const session = sessions.create(params.cwd);
      announce(client, session);
      return { sessionId: session.id, ...setupOf(session) };
    })
    .onRequest(called.load, async ({ params, client }) => {
      const session = sessions.open(params.sessionId, params.cwd);
      const { show } = clientV1(client, session.id, offered);
      for (const act of [...session.transcript.acts]) await show(act);
      announce(client, session);
      return setupOf(session);
    })
    .onRequest(called.resume, ({ params, client }) => {
      const session = sessions.open(params.sessionId, params.cwd);
      announce(client, session);
      return setupOf(session);
    })
    .onRequest(called.list, ({ params }) => ({
      sessions: sessions.list(params.cwd ?? process.cwd()),
    }))
    .onRequest(called.setMode, async ({ params, client }) => {
      const session = sessions.get(params.sessionId);
      changeSetting(session, "mode", params.modeId);
      await notify(client, session, modeUpdate(session));
      const { configOptions } = setupOf(session);
      await notify(client, session, { sessionUpdate: "config_option_update", configOptions });
      return {};
    })
    .onRequest(called.setConfigOption, async ({ params, client }) => {
      const session = sessions.get(params.sessionId);
      changeSetting(session, params.configId, params.value);
      if (params.configId === "mode") await notify(client, session, modeUpdate(session));
      return { configOptions: setupOf(session).configOptions };
    })
    .onRequest(called.prompt, async ({ params, client, signal }) => {
      const session = sessions.get(params.sessionId);
      const options = { session, client: clientV1(client, session.id, offered), pace, signal };
      return { stopReason: await takePrompt(params.prompt, options).play() };
    })
    .onRequest(called.close, ({ params }) => sessions.close(params.sessionId))
    .onNotification(called.cancel, ({ params }) => sessions.cancel(params.sessionId));
}

/** Clients know either modes or, newer, the mode as one of the options. */
function setupOf(session: DemoSession) {
  const modes = {
    currentModeId: session.settings.mode,
    availableModes: MODES.map((mode) => ({ ...mode })),
  };
  const configOptions = settingsOf(session).map(
    ({ configId, ...option }): SessionConfigOption => ({ id: configId, ...option }),
  );
  return { modes, configOptions };
}

const modeUpdate = ({ settings }: DemoSession): SessionUpdate => ({
  sessionUpdate: "current_mode_update",
  currentModeId: settings.mode,
});

function commands(): { availableCommands: AvailableCommand[] } {
  const availableCommands = COMMANDS.map(({ hint, ...command }) => ({
    ...command,
    ...(hint !== undefined && { input: { hint } }),
  }));
  return { availableCommands };
}

async function notify(
  client: AgentContext,
  { id: sessionId }: DemoSession,
  update: SessionUpdate,
): Promise<void> {
  // The client may be gone again.
  await client.notify(methods.client.session.update, { sessionId, update }).catch(() => {});
}
