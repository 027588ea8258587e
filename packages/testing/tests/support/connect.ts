import { connectAgent, type AgentConnection, type ConnectOptions } from "@acp-store/client";
import { type AcpStore, createAcpStore, type Session } from "@acp-store/core";
import { type AgentScript, type ScriptedAgent, scriptedAgent } from "@acp-store/testing";
import { onTestFinished } from "vitest";

export const VERSIONS = [1, 2] as const;

/** A client that is connected to a scripted agent in this process. */
export interface ConnectedAgent {
  readonly agent: ScriptedAgent;
  readonly connection: AgentConnection;
  readonly store: AcpStore;
  readonly sessionId: string;
  /** Returns the current session. */
  session(): Session;
  /** Sends a prompt and resolves with the stop reason. */
  prompt(text?: string): Promise<string>;
}

/** Connects the real client to a scripted agent that speaks one version, and opens a session. */
export async function connect(
  version: 1 | 2,
  script: AgentScript,
  options: ConnectOptions = {},
): Promise<ConnectedAgent> {
  const { agent, connection, store } = await connectWithoutSession(version, script, options);
  const { sessionId } = await connection.newSession({ cwd: "/project" });
  return {
    agent,
    connection,
    store,
    sessionId,
    session: () => getSession(store, sessionId),
    prompt: async (text = "Go") => (await connection.prompt(sessionId, text)).stopReason,
  };
}

export async function connectWithoutSession(
  version: 1 | 2,
  script: AgentScript,
  options: ConnectOptions = {},
): Promise<Pick<ConnectedAgent, "agent" | "connection" | "store">> {
  const agent = scriptedAgent({ ...script, protocolVersions: [version] });
  const store = createAcpStore({ scheduler: "sync" });
  const connection = await connectAgent(store, agent.connect, {
    reconnect: { minDelay: 1 },
    ...options,
  });
  onTestFinished(() => connection.close());
  return { agent, connection, store };
}

export function getSession(store: AcpStore, sessionId: string): Session {
  const session = store.getState().sessions.get(sessionId);
  if (session === undefined) throw new Error(`There is no session ${sessionId}.`);
  return session;
}

/** Resolves as soon as the state of the store meets a condition. */
export function until(store: AcpStore, condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!condition()) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(check);
    check();
  });
}

/** Returns the messages of a session, each as `role: text`. */
export const textsOf = ({ messages }: Session): string[] =>
  [...messages.values()].map(({ role, content }) => {
    const texts = content.map((block) => (block.type === "text" ? block.text : ""));
    return `${role}: ${texts.join("")}`;
  });

/** Returns the tool calls of a session, each as `title: status`. */
export const callsOf = ({ toolCalls }: Session): string[] =>
  [...toolCalls.values()].map(({ title, status }) => `${title}: ${status}`);
