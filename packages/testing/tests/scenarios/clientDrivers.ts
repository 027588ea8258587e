import type { AgentConnection } from "@acp-store/client";
import type { AcpStore, ToolCallStatus } from "@acp-store/core";
import { until } from "../support/connect.js";

/** A client that plays a scenario, and the store behind it. */
export interface DrivenClient {
  readonly connection: AgentConnection;
  readonly store: AcpStore;
}

type Driver = (client: DrivenClient) => Promise<unknown>;

const PROJECT = { cwd: "/project" };

/** Opens a session and sends a prompt. Resolves with the session, and a promise for the end. */
async function start({ connection }: DrivenClient) {
  const { sessionId } = await connection.newSession(PROJECT);
  return { sessionId, turn: connection.prompt(sessionId, "Go") };
}

/** Resolves with the pending permissions of all sessions as soon as there are enough. */
async function pending({ store }: DrivenClient, count: number): Promise<string[]> {
  const list = (): string[] =>
    [...store.getState().sessions.values()].flatMap((session) => [...session.pendingPermissions]);
  await until(store, () => list().length === count);
  return list();
}

async function answer(client: DrivenClient, optionId: string): Promise<void> {
  const [permission = ""] = await pending(client, 1);
  client.store.respondToPermission(permission, optionId);
}

async function runsCall({ store }: DrivenClient, sessionId: string): Promise<void> {
  await until(store, () => store.getState().sessions.get(sessionId)?.toolCalls.size === 1);
}

/** Resolves when a tool call has the status, which shows that the agent has received an answer. */
async function endsCall(
  { store }: DrivenClient,
  sessionId: string,
  status: ToolCallStatus,
): Promise<void> {
  const listCalls = () => [...(store.getState().sessions.get(sessionId)?.toolCalls.values() ?? [])];
  await until(store, () => listCalls().some((call) => call.status === status));
}

const allowOne: Driver = async (client) => {
  const { turn } = await start(client);
  await answer(client, "allow-once");
  await turn;
};

/** Carries out the steps of each scenario, as the user of an application would. */
export const DRIVERS: Readonly<Record<string, Driver>> = {
  "first-turn": async (client) => (await start(client)).turn,
  "huge-output": allowOne,
  garbage: allowOne,
  "permission-before-call": allowOne,
  "subagent-permission": allowOne,
  "early-updates": async (client) => (await start(client)).turn,
  async "two-permissions"(client) {
    const { sessionId, turn } = await start(client);
    const [edit = "", command = ""] = await pending(client, 2);
    client.store.respondToPermission(command, "reject-once");
    await endsCall(client, sessionId, "failed");
    client.store.respondToPermission(edit, "allow-once");
    await turn;
  },
  async "reused-ids"(client) {
    const { sessionId, turn } = await start(client);
    await answer(client, "allow-once");
    await turn;
    const second = client.connection.prompt(sessionId, "Again");
    await answer(client, "reject-once");
    await second;
  },
  async "withdrawn-permission"(client) {
    const { sessionId, turn } = await start(client);
    const { store } = client;
    await until(store, () => store.getState().sessions.get(sessionId)?.permissions.size === 2);
    await answer(client, "allow-once");
    await turn;
  },
  async "cancel-permission"(client) {
    const { sessionId, turn } = await start(client);
    await pending(client, 1);
    await client.connection.cancel(sessionId);
    await turn;
  },
  async "permission-after-cancel"(client) {
    const { sessionId, turn } = await start(client);
    await runsCall(client, sessionId);
    await client.connection.cancel(sessionId);
    await turn;
  },
  async form(client) {
    const { turn } = await start(client);
    const { store } = client;
    await until(store, () => store.getState().pendingElicitations.length === 1);
    const [elicitationId = ""] = store.getState().pendingElicitations;
    store.respondToElicitation(elicitationId, { action: "accept", content: { name: "cart" } });
    await turn;
  },
  async "late-updates"(client) {
    const { sessionId, turn } = await start(client);
    await runsCall(client, sessionId);
    await client.connection.cancel(sessionId);
    await turn;
    await client.connection.prompt(sessionId, "Again");
  },
  async "failed-turn"(client) {
    const { sessionId, turn } = await start(client);
    await turn.catch(() => {});
    await client.connection.prompt(sessionId, "Again");
  },
  async "agent-dies"(client) {
    const { turn } = await start(client);
    await turn.catch(() => {});
    const { store } = client;
    await until(store, () => store.getState().connection?.status === "ready");
  },
  async "parallel-sessions"(client) {
    const first = await start(client);
    await pending(client, 1);
    const second = await start(client);
    const [one = "", two = ""] = await pending(client, 2);
    client.store.respondToPermission(two, "allow-once");
    await endsCall(client, second.sessionId, "completed");
    client.store.respondToPermission(one, "reject-once");
    await Promise.all([first.turn, second.turn]);
  },
  async replay({ connection }) {
    const [stored] = (await connection.listSessions(PROJECT)).sessions;
    await connection.loadSession({ ...PROJECT, sessionId: stored?.sessionId ?? "" });
    await connection.prompt(stored?.sessionId ?? "", "Go");
  },
  async "refused-setting"({ connection }) {
    const { sessionId } = await connection.newSession(PROJECT);
    await connection.setConfigOption(sessionId, "model", "retired").catch(() => {});
    await connection.setConfigOption(sessionId, "model", "quick");
    await connection.prompt(sessionId, "Go");
  },
  async "sign-in"(client) {
    await client.connection.authenticate("demo");
    await (await start(client)).turn;
  },
};
