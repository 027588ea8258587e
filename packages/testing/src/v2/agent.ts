import {
  agent,
  type AgentApp,
  type AgentContext,
  type AvailableCommand,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type SessionConfigOption,
  type StateUpdate,
} from "@agentclientprotocol/sdk/experimental/v2/unstable";
import { DEFAULT_INFO, hasFeature, requireFeature } from "../features.js";
import type { PromptBlock } from "../events.js";
import { acceptPrompt, type AcceptedPrompt, type AgentParts } from "../playPrompt.js";
import { parseRewindRequest, readForkPoint, REWIND_METHOD } from "../rewind.js";
import { callScript } from "../scriptErrors.js";
import type { OpenSession } from "../session.js";
import type { SessionClient } from "../sessionClient.js";
import { changeSetting, getCurrentSettings } from "../sessionSettings.js";
import type { SettingGroup, SettingOption } from "../settings.js";
import type { SignIn } from "../signIn.js";
import { createSessionAccess } from "../steps.js";
import { announceSteering, parseSteeringRequest, STEERING_METHOD, steerTurn } from "../steering.js";
import { createClientV2 } from "./createClient.js";

const { session: agentMethods } = methods.agent;

/** Creates the scripted agent for clients that use protocol version 2. */
export function createAgentV2(parts: AgentParts, signIn: SignIn): AgentApp {
  const { script, sessions } = parts;
  const { info = DEFAULT_INFO, settings = [], commands = [], onSetting } = script;
  const { mcpTransports = ["stdio"] } = script;
  const closed = new AbortController();
  let capabilities: SessionClient["capabilities"] = {};

  const requires = (feature: Parameters<typeof hasFeature>[1], method: string): void =>
    requireFeature(script, feature, method);

  async function open(context: AgentContext, session: OpenSession) {
    const sessionClient = createClientV2(context, session.sessionId, capabilities);
    await callScript(() => script.onSession?.(createSessionAccess(session, sessionClient)));
    return getSessionSetup(session);
  }

  const getConfigOptions = (session: OpenSession): SessionConfigOption[] =>
    getCurrentSettings(settings, session).map(
      ({ id, ...option }) =>
        ({
          configId: id,
          ...option,
          ...("options" in option && { options: option.options.map(toOptionV2) }),
        }) as SessionConfigOption,
    );

  const getSessionSetup = (session: OpenSession) => ({
    configOptions: getConfigOptions(session),
    availableCommands: commands.map(
      ({ hint, ...command }): AvailableCommand => ({
        type: "command",
        ...command,
        ...(hint !== undefined && { input: { type: "text", hint } }),
      }),
    ),
  });

  const getSessionCapabilities = (): Record<string, object> =>
    Object.fromEntries(
      (["archive", "delete", "fork", "title"] as const)
        .filter((feature) => hasFeature(script, feature))
        .map((feature) => [feature, {}]),
    );

  const getMcpCapabilities = (): Record<string, object> =>
    Object.fromEntries(
      mcpTransports.filter((transport) => transport !== "sse").map((transport) => [transport, {}]),
    );

  /** Accepts a prompt, plays its turn in the background, and returns the response. */
  async function accept(
    client: AgentContext,
    { sessionId, prompt }: { readonly sessionId: string; readonly prompt: readonly PromptBlock[] },
  ) {
    const session = sessions.get(sessionId);
    const createClient = (opened: OpenSession): SessionClient =>
      createClientV2(client, opened.sessionId, capabilities);
    const sessionClient = createClient(session);
    const accepted = acceptPrompt(parts, {
      session,
      client: sessionClient,
      createClient,
      content: prompt,
      signal: closed.signal,
    });
    await sessionClient.send(accepted.prompt);
    void playAndReport(client, session, accepted);
    return { messageId: accepted.prompt.messageId };
  }

  return agent({ name: info.name })
    .onConnect(({ signal }) => signal.addEventListener("abort", () => closed.abort()))
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = { ...params.capabilities };
      return {
        protocolVersion: PROTOCOL_VERSION,
        info,
        capabilities: {
          session: { ...getSessionCapabilities(), mcp: getMcpCapabilities() },
          auth: { status: {} },
        },
        authMethods: signIn.methods.map(({ id, ...method }) => ({
          type: "agent" as const,
          methodId: id,
          ...method,
        })),
        ...announceSteering(script),
      };
    })
    .onRequest(methods.agent.auth.login, ({ params, signal }) =>
      signIn.signIn(params.methodId, signal),
    )
    .onRequest(methods.agent.auth.logout, signIn.signOut)
    .onRequest(methods.agent.auth.status, signIn.getStatus)
    .onRequest(agentMethods.new, async ({ params, client }) => {
      const session = sessions.create(params.cwd);
      return { sessionId: session.sessionId, ...(await open(client, session)) };
    })
    .onRequest(agentMethods.resume, async ({ params, client }) => {
      const { sessionId, cwd, replayFrom } = params;
      const session = sessions.open(sessionId, cwd);
      if (replayFrom && replayFrom.type !== "start")
        throw RequestError.invalidParams({ replayFrom }, "only replay from the start is supported");
      const sessionClient = createClientV2(client, sessionId, capabilities);
      const events = replayFrom ? [...session.events] : [];
      for (const event of events) await sessionClient.send(event);
      await sendState(client, session, session.turn ? { state: "running" } : { state: "idle" });
      return open(client, session);
    })
    .onRequest(agentMethods.fork, async ({ params, client }) => {
      requires("fork", agentMethods.fork);
      const session = sessions.fork(params.sessionId, params.cwd, readForkPoint(params._meta));
      return { sessionId: session.sessionId, ...(await open(client, session)) };
    })
    .onRequest(REWIND_METHOD, parseRewindRequest, ({ params }) =>
      sessions.rewind(params.sessionId, params.targetTurnIndex),
    )
    .onRequest(agentMethods.list, ({ params }) => sessions.list(params))
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
    .onRequest(agentMethods.setConfigOption, async ({ params, signal }) => {
      const session = sessions.get(params.sessionId);
      const { configId: id, value } = params;
      await changeSetting(settings, onSetting, { session, id, value, signal });
      return { configOptions: getConfigOptions(session) };
    })
    .onRequest(agentMethods.prompt, ({ params, client }) => accept(client, params))
    .onRequest(STEERING_METHOD, parseSteeringRequest, ({ params, client }) =>
      steerTurn(script, sessions.get(params.sessionId), params, () => void accept(client, params)),
    )
    .onRequest(agentMethods.close, ({ params }) => sessions.close(params.sessionId))
    .onNotification(agentMethods.cancel, ({ params }) => sessions.cancel(params.sessionId));
}

/** Translates a choice or a group of choices. */
function toOptionV2(option: SettingOption | SettingGroup): object {
  if (!("group" in option)) return option;
  const { group: groupId, ...rest } = option;
  return { groupId, ...rest };
}

/**
 * Plays an accepted prompt and reports its end. In version 2 the response to `session/prompt` only
 * confirms that the prompt was accepted.
 */
async function playAndReport(
  context: AgentContext,
  session: OpenSession,
  accepted: AcceptedPrompt,
): Promise<void> {
  try {
    await sendState(context, session, { state: "running" });
    const stopReason = await accepted.play();
    await sendState(context, session, { state: "idle", stopReason } as StateUpdate);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof RequestError ? error.code : -32603;
    const failure = { stopReason: "error" as const, error: { code, message } };
    // This fails too if the error is that the client disconnected.
    await sendState(context, session, { state: "idle", ...failure }).catch(() => {});
  }
}

const sendState = (
  context: AgentContext,
  { sessionId }: OpenSession,
  state: StateUpdate,
): Promise<void> =>
  context.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: "state_update", ...state },
  });
