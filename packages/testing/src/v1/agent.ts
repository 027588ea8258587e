import {
  agent,
  type AgentApp,
  type AgentContext,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type SessionConfigOption,
  type SessionUpdate,
} from "@agentclientprotocol/sdk/unstable";
import { DEFAULT_INFO, hasFeature, requireFeature } from "../features.js";
import type { PromptBlock } from "../events.js";
import { type AcceptedPrompt, acceptPrompt, type AgentParts } from "../playPrompt.js";
import { parseRewindRequest, readForkPoint, REWIND_METHOD } from "../rewind.js";
import { callScript } from "../scriptErrors.js";
import type { OpenSession } from "../session.js";
import type { SessionClient } from "../sessionClient.js";
import { changeSetting, getCurrentSettings } from "../sessionSettings.js";
import { findModeSetting, listChoices } from "../settings.js";
import type { SignIn } from "../signIn.js";
import { createSessionAccess } from "../steps.js";
import { announceSteering, parseSteeringRequest, STEERING_METHOD, steerTurn } from "../steering.js";
import { createClientV1 } from "./createClient.js";

const { session: agentMethods } = methods.agent;

/** Creates the scripted agent for clients that use protocol version 1. */
export function createAgentV1(parts: AgentParts, signIn: SignIn): AgentApp {
  const { script, sessions } = parts;
  const { info = DEFAULT_INFO, settings = [], commands = [], onSetting } = script;
  const modeSetting = findModeSetting(settings);
  let capabilities: SessionClient["capabilities"] = {};

  const requires = (feature: Parameters<typeof hasFeature>[1], method: string): void =>
    requireFeature(script, feature, method);

  /** Sends what clients expect after an open session, and returns the result of the request. */
  async function open(context: AgentContext, session: OpenSession) {
    const sessionClient = createClientV1(context, session.sessionId, capabilities);
    await callScript(() => script.onSession?.(createSessionAccess(session, sessionClient)));
    // The client does not know the session until it has read the response.
    if (commands.length > 0)
      setTimeout(() => void notify(context, session, createCommandsUpdate()), 0);
    return getSessionSetup(session);
  }

  /** Offers the mode twice: older clients read `modes`, newer ones the config option. */
  function getSessionSetup(session: OpenSession) {
    const configOptions = getCurrentSettings(settings, session) as SessionConfigOption[];
    const modes = modeSetting && {
      currentModeId: String(session.settings.get(modeSetting.id)),
      availableModes: listChoices(modeSetting).map(({ value, ...mode }) => ({
        id: value,
        ...mode,
      })),
    };
    return { ...(modes && { modes }), ...(settings.length > 0 && { configOptions }) };
  }

  const createModeUpdate = (session: OpenSession): SessionUpdate => ({
    sessionUpdate: "current_mode_update",
    currentModeId: String(session.settings.get(modeSetting?.id ?? "")),
  });

  const createCommandsUpdate = (): SessionUpdate => ({
    sessionUpdate: "available_commands_update",
    availableCommands: commands.map(({ hint, ...command }) => ({
      ...command,
      ...(hint !== undefined && { input: { hint } }),
    })),
  });

  const getSessionCapabilities = (): Record<string, object> =>
    Object.fromEntries(
      (["archive", "close", "delete", "fork", "list", "resume", "title"] as const)
        .filter((feature) => hasFeature(script, feature))
        .map((feature) => [feature, {}]),
    );

  /** Every agent of version 1 can use `stdio`. */
  const getMcpCapabilities = (transports: readonly string[]) => ({
    http: transports.includes("http"),
    sse: transports.includes("sse"),
  });

  function accept(
    client: AgentContext,
    { sessionId, prompt }: { readonly sessionId: string; readonly prompt: readonly PromptBlock[] },
    signal: AbortSignal,
  ): AcceptedPrompt {
    const session = sessions.get(sessionId);
    const createClient = (opened: OpenSession): SessionClient =>
      createClientV1(client, opened.sessionId, capabilities);
    return acceptPrompt(parts, {
      session,
      client: createClient(session),
      createClient,
      content: prompt,
      signal,
    });
  }

  return agent({ name: info.name })
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = { ...params.clientCapabilities };
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: info,
        agentCapabilities: {
          loadSession: hasFeature(script, "load"),
          sessionCapabilities: getSessionCapabilities(),
          ...(script.mcpTransports && {
            mcpCapabilities: getMcpCapabilities(script.mcpTransports),
          }),
          auth: { status: {}, ...(signIn.isRequired && { logout: {} }) },
        },
        authMethods: signIn.methods.map((method) => ({ ...method })),
        ...announceSteering(script),
      };
    })
    .onRequest(methods.agent.authenticate, ({ params, signal }) =>
      signIn.signIn(params.methodId, signal),
    )
    .onRequest(methods.agent.logout, signIn.signOut)
    .onRequest(methods.agent.auth.status, signIn.getStatus)
    .onRequest(agentMethods.new, async ({ params, client }) => {
      const session = sessions.create(params.cwd);
      return { sessionId: session.sessionId, ...(await open(client, session)) };
    })
    .onRequest(agentMethods.load, async ({ params, client }) => {
      requires("load", agentMethods.load);
      const session = sessions.open(params.sessionId, params.cwd);
      const sessionClient = createClientV1(client, session.sessionId, capabilities);
      for (const event of [...session.events]) await sessionClient.send(event);
      return open(client, session);
    })
    .onRequest(agentMethods.resume, ({ params, client }) => {
      requires("resume", agentMethods.resume);
      return open(client, sessions.open(params.sessionId, params.cwd));
    })
    .onRequest(agentMethods.fork, async ({ params, client }) => {
      requires("fork", agentMethods.fork);
      const session = sessions.fork(params.sessionId, params.cwd, readForkPoint(params._meta));
      return { sessionId: session.sessionId, ...(await open(client, session)) };
    })
    .onRequest(REWIND_METHOD, parseRewindRequest, ({ params }) =>
      sessions.rewind(params.sessionId, params.targetTurnIndex),
    )
    .onRequest(agentMethods.list, ({ params }) => {
      requires("list", agentMethods.list);
      return sessions.list(params);
    })
    .onRequest(agentMethods.setTitle, ({ params }) => {
      requires("title", agentMethods.setTitle);
      return sessions.setTitle(params);
    })
    .onRequest(agentMethods.archive, ({ params }) => {
      requires("archive", agentMethods.archive);
      sessions.archive(params.sessionId, true);
    })
    .onRequest(agentMethods.unarchive, ({ params }) => {
      requires("archive", agentMethods.unarchive);
      sessions.archive(params.sessionId, false);
    })
    .onRequest(agentMethods.delete, ({ params }) => {
      requires("delete", agentMethods.delete);
      sessions.delete(params.sessionId);
    })
    .onRequest(agentMethods.setMode, async ({ params, client, signal }) => {
      const session = sessions.get(params.sessionId);
      if (!modeSetting) throw RequestError.methodNotFound(agentMethods.setMode);
      const change = { session, id: modeSetting.id, value: params.modeId, signal };
      await changeSetting(settings, onSetting, change);
      await notify(client, session, createModeUpdate(session));
      const configOptions = getCurrentSettings(settings, session) as SessionConfigOption[];
      await notify(client, session, { sessionUpdate: "config_option_update", configOptions });
      return {};
    })
    .onRequest(agentMethods.setConfigOption, async ({ params, client, signal }) => {
      const session = sessions.get(params.sessionId);
      const { configId: id, value } = params;
      await changeSetting(settings, onSetting, { session, id, value, signal });
      if (id === modeSetting?.id) await notify(client, session, createModeUpdate(session));
      return { configOptions: getCurrentSettings(settings, session) as SessionConfigOption[] };
    })
    .onRequest(agentMethods.prompt, async ({ params, client, signal }) => ({
      stopReason: await accept(client, params, signal).play(),
    }))
    .onRequest(STEERING_METHOD, parseSteeringRequest, ({ params, client }) =>
      steerTurn(script, sessions.get(params.sessionId), params, () => {
        // Nobody waits for the end of the turn, which outlives its request.
        const { signal } = new AbortController();
        accept(client, params, signal)
          .play()
          .catch(() => {});
      }),
    )
    .onRequest(agentMethods.close, ({ params }) => {
      requires("close", agentMethods.close);
      sessions.close(params.sessionId);
    })
    .onNotification(agentMethods.cancel, ({ params }) => sessions.cancel(params.sessionId));
}

async function notify(
  context: AgentContext,
  { sessionId }: OpenSession,
  update: SessionUpdate,
): Promise<void> {
  // The client may have disconnected.
  await context.notify(methods.client.session.update, { sessionId, update }).catch(() => {});
}
