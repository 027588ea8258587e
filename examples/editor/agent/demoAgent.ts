import { isAbsolute } from "node:path";
import {
  agent,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type AgentApp,
  type AgentContext,
} from "@agentclientprotocol/sdk";
import { COMMANDS } from "./commands.js";
import { createIds } from "./ids.js";
import type { Pace } from "./pace.js";
import { answerPrompt } from "./prompt.js";
import { createSession, isModeId, modesOf, type DemoSession } from "./session.js";

export interface DemoAgent {
  readonly app: AgentApp;
  /** Cancels every turn, and with it every command that runs. */
  stop(): void;
}

/** An ACP v1 agent that needs no model: it plays a script on real files and processes. */
export function createDemoAgent(pace: Pace): DemoAgent {
  const sessions = new Map<string, DemoSession>();
  const ids = createIds();

  function sessionOf(sessionId: string): DemoSession {
    const session = sessions.get(sessionId);
    if (!session) throw RequestError.sessionNotFound(sessionId);
    return session;
  }

  const app = agent({ name: "acp-demo-agent" })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: "acp-demo-agent", title: "Scripted agent", version: "0.1.0" },
      agentCapabilities: { loadSession: false, sessionCapabilities: { close: {} } },
      authMethods: [],
    }))
    .onRequest(methods.agent.session.new, ({ params, client }) => {
      const { cwd } = params;
      if (!isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, "cwd must be absolute");
      const session = createSession(cwd);
      sessions.set(session.id, session);
      // The client knows the session only once it has read the response.
      setTimeout(() => void announceCommands(client, session.id), 0);
      return { sessionId: session.id, modes: modesOf(session) };
    })
    .onRequest(methods.agent.session.setMode, async ({ params, client }) => {
      const session = sessionOf(params.sessionId);
      const { modeId } = params;
      if (!isModeId(modeId)) throw RequestError.invalidParams({ modeId }, "no such mode");
      session.modeId = modeId;
      const update = { sessionUpdate: "current_mode_update" as const, currentModeId: modeId };
      await client.notify(methods.client.session.update, { sessionId: session.id, update });
      return {};
    })
    .onRequest(methods.agent.session.prompt, ({ params, client, signal }) =>
      answerPrompt(sessionOf(params.sessionId), params.prompt, { client, signal, ids, pace }),
    )
    .onRequest(methods.agent.session.close, ({ params }) => {
      sessionOf(params.sessionId).turn?.abort();
      sessions.delete(params.sessionId);
      return {};
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => {
      sessions.get(params.sessionId)?.turn?.abort();
    });

  return { app, stop: () => sessions.forEach((session) => session.turn?.abort()) };
}

async function announceCommands(client: AgentContext, sessionId: string): Promise<void> {
  const update = {
    sessionUpdate: "available_commands_update" as const,
    availableCommands: [...COMMANDS],
  };
  // The client may be gone again.
  await client.notify(methods.client.session.update, { sessionId, update }).catch(() => {});
}
