import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentDefinition } from "@acp-store/fleet/owner";
import type { RemoteFleet } from "@acp-store/fleet/mirror";
import { serveAgents, type ServeAgentsOptions } from "@acp-store/server";
import { createPhonesClient, type Phone, type PhonesClient } from "@acp-store/server/client";
import { memoryTranscripts, scriptedAgent, type Turn } from "@acp-store/testing";
import { onTestFinished } from "vitest";
import type { WebSocket } from "ws";
import { get, openPage, temporaryFolder, waitForStatus } from "../../agents/support/pages.js";
import { waitForState } from "../../../../../tests/support/waitForState.js";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)";

/** An agent in this process whose turns do what the function says. */
export function scripted(id: string, onPrompt: (turn: Turn) => Promise<unknown>): AgentDefinition {
  const { connect } = scriptedAgent({
    protocolVersions: [1],
    storage: memoryTranscripts(),
    onPrompt: async (turn) => void (await onPrompt(turn)),
  });
  return {
    ...{ id, name: id.toUpperCase(), cwd: "/secret-folder", source: connect },
    connect: () => ({ reconnect: false }),
  };
}

/** An agent that asks for permission to do the prompt, and says whether it may. */
export const asking = (id: string): AgentDefinition =>
  scripted(id, async (turn) => {
    const { isAllowed } = await turn.askPermission({ call: { title: turn.text, kind: "edit" } });
    await turn.say(isAllowed ? "Allowed" : "Rejected");
  });

/** A page on a phone, with everything that it has received, and its WebSockets. */
export interface TestPhone extends RemoteFleet {
  readonly received: () => string;
  readonly sockets: readonly WebSocket[];
  /** Resolves with the code with which the server closes the newest WebSocket. */
  readonly closed: () => Promise<number>;
}

/** The options of a server. */
export interface StartOptions {
  /** The folder of the server, which another one may have used before. Default: a new one. */
  readonly folder?: string;
  /** The folder of the page for phones. `null`: the server has none. Default: a page without content. */
  readonly phoneDir?: string | null;
  /** The port. Default: any. */
  readonly port?: number;
  /** The requests of pages that the server answers. Default: those about phones. */
  readonly requests?: ServeAgentsOptions["requests"];
  /** The rights of pages on the computer. Default: all. */
  readonly rights?: ServeAgentsOptions["rights"];
}

/** Starts a server with a page for phones, and a page on the computer. */
export async function startServer(
  agents: ServeAgentsOptions["agents"],
  options: StartOptions = {},
) {
  const { folder = temporaryFolder(), port = 0, requests = {}, rights } = options;
  const { phoneDir = join(folder, "phone") } = options;
  for (const name of ["page", "phone"]) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "index.html"), `<title>The ${name}</title>`);
  }
  const server = await serveAgents({
    ...{ agents, port, requests, pageDir: join(folder, "page"), dataDir: join(folder, "data") },
    ...(rights && { rights }),
    ...(phoneDir !== null && { phones: { pageDir: phoneDir } }),
    onAddress: () => {},
  });
  onTestFinished(() => server.close());
  const { origin } = new URL(server.url);
  const { cookie } = await get(server.url);
  let breakPage = (): void => {};
  const page = openPage(origin, { cookie }, "/acp", (socket) => {
    breakPage = () => socket.terminate();
  });
  await waitForStatus(page, "live");
  const phones = createPhonesClient(page);

  /** Invites a phone. Resolves with its cookie. */
  async function pair(userAgent: string = IPHONE): Promise<string> {
    const { link } = await phones.invite();
    return (await get(link, { "user-agent": userAgent })).cookie;
  }

  function openPhone(phoneCookie: string): TestPhone {
    const texts: string[] = [];
    const sockets: WebSocket[] = [];
    const codes: Promise<number>[] = [];
    const phone = openPage(origin, { cookie: phoneCookie }, "/phone/socket", (socket) => {
      sockets.push(socket);
      socket.on("message", (data) => texts.push(String(data as Buffer)));
      codes.push(new Promise((resolve) => void socket.on("close", resolve)));
    });
    return {
      ...phone,
      sockets,
      received: () => texts.join("\n"),
      closed: () => codes.at(-1) ?? Promise.reject(new Error("There is no WebSocket.")),
    };
  }

  return {
    ...{ ...server, origin, cookie, page, phones, pair, openPhone, folder },
    breakPage: () => breakPage(),
  };
}

/** Prompts a new session of an agent. Resolves with its id when the agent waits for the user. */
export async function ask(
  { fleet }: Pick<TestServer, "fleet">,
  agentId: string,
  prompt: string,
): Promise<string> {
  const agent = fleet.agents.get(agentId);
  if (agent === undefined) throw new Error(`There is no agent "${agentId}".`);
  const { sessionId } = await agent.connection.newSession({ cwd: "/secret-folder" });
  agent.connection.prompt(sessionId, prompt).catch(() => {});
  await waitForState(
    agent.store,
    ({ sessions }) => sessions.get(sessionId)?.pendingPermissions.length === 1,
  );
  return sessionId;
}

/** Follows the phones until the test ends. Resolves when the list fulfills the condition. */
export async function waitForPhones(
  phones: PhonesClient,
  isMet: (list: readonly Phone[]) => boolean,
): Promise<readonly Phone[]> {
  onTestFinished(phones.subscribe(() => {}));
  await waitForState(phones, isMet);
  return phones.getState();
}

/** A server with its pages. */
export type TestServer = Awaited<ReturnType<typeof startServer>>;
