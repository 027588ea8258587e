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
} from "@agentclientprotocol/sdk/experimental/v2";
import { COMMANDS } from "../commands.js";
import { INFO } from "../info.js";
import type { Pace } from "../pace.js";
import { takePrompt, type OpenPrompt } from "../prompt.js";
import type { DemoSession } from "../session.js";
import type { Sessions } from "../sessions.js";
import { changeSetting, settingsOf } from "../settings.js";
import { clientV2 } from "./client.js";

const { session: called } = methods.agent;

/** The scripted agent for clients that speak version 2. */
export function createAgentV2(sessions: Sessions, pace: Pace): AgentApp {
  const closed = new AbortController();
  let offered: ClientCapabilities | undefined;

  return agent({ name: INFO.name })
    .onConnect(({ signal }) => signal.addEventListener("abort", () => closed.abort()))
    .onRequest(methods.agent.initialize, ({ params }) => {
      offered = params.capabilities;
      return { protocolVersion: PROTOCOL_VERSION, info: INFO, capabilities: { session: {} } };
    })
    .onRequest(called.new, ({ params }) => {
      const session = sessions.create(params.cwd);
      return { sessionId: session.id, ...setupOf(session) };
    })
    .onRequest(called.resume, async ({ params, client }) => {
      const { sessionId, cwd, replayFrom } = params;
      const session = sessions.open(sessionId, cwd);
      if (replayFrom && replayFrom.type !== "start")
        throw RequestError.invalidParams({ replayFrom }, "replay is from the start only");
      const { show } = clientV2(client, session.id, offered);
      const acts = replayFrom ? [...session.transcript.acts] : [];
      for (const act of acts) await show(act);
      await say(client, session, session.turn ? { state: "running" } : { state: "idle" });
      return setupOf(session);
    })
    .onRequest(called.list, ({ params }) => ({
      sessions: sessions.list(params.cwd ?? process.cwd()),
    }))
    .onRequest(called.setConfigOption, ({ params }) => {
      const session = sessions.get(params.sessionId);
      changeSetting(session, params.configId, params.value);
      return { configOptions: settingsOf(session) };
    })
    .onRequest(called.prompt, async ({ params, client }) => {
      const session = sessions.get(params.sessionId);
      const shown = clientV2(client, session.id, offered);
      const options = { session, client: shown, pace, signal: closed.signal };
      const open = takePrompt(params.prompt, options);
      await shown.show(open.prompt);
      void play(client, session, open);
      return { messageId: open.prompt.messageId };
    })
    .onRequest(called.close, ({ params }) => sessions.close(params.sessionId))
    .onNotification(called.cancel, ({ params }) => sessions.cancel(params.sessionId));
}

/** The answer to the prompt says only that it was taken in; how it ends is told here. */
async function play(client: AgentContext, session: DemoSession, open: OpenPrompt): Promise<void> {
  try {
    await say(client, session, { state: "running" });
    const stopReason = await open.play();
    await say(client, session, { state: "idle", stopReason } as StateUpdate);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const failure = { stopReason: "error" as const, error: { code: -32603, message } };
    // The client may be gone, and that be the error.
    await say(client, session, { state: "idle", ...failure }).catch(() => {});
  }
}

const say = (client: AgentContext, { id }: DemoSession, state: StateUpdate): Promise<void> =>
  client.notify(methods.client.session.update, {
    sessionId: id,
    update: { sessionUpdate: "state_update", ...state },
  });

const setupOf = (session: DemoSession) => ({
  configOptions: settingsOf(session),
  availableCommands: COMMANDS.map(
    ({ hint, ...command }): AvailableCommand => ({
      type: "command",
      ...command,
      ...(hint !== undefined && { input: { type: "text", hint } }),
    }),
  ),
});
