import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectFleet, type RemoteFleet } from "@acp-store/fleet/mirror";
import type { AgentDefinition } from "@acp-store/fleet/owner";
import { socketLink } from "@acp-store/mirror";
import { type AgentServer, serveAgents, type ServeAgentsOptions } from "@acp-store/server";
import { createPhonesClient, type PhonesClient } from "@acp-store/server/client";
import { scriptedAgent, type Turn } from "@acp-store/testing";
import type { BrowserContextOptions, Page } from "playwright";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { openPage, type OpenPageOptions } from "../../../../tests/support/openPage.js";
import { waitForState } from "../../../../tests/support/waitForState.js";

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
};

/** A server with the page for phones of the editor, and a page on the computer. */
export interface PhoneServer extends AgentServer {
  readonly origin: string;
  readonly page: RemoteFleet;
  readonly phones: PhonesClient;
}

/** Starts a server that stops after the test. */
export async function startPhoneServer(
  agents: ServeAgentsOptions["agents"],
  port: number = 0,
): Promise<PhoneServer> {
  const folder = mkdtempSync(join(tmpdir(), "acp-phone-"));
  writeFileSync(join(folder, "index.html"), "");
  const pageDir = fileURLToPath(new URL("../../dist/phone", import.meta.url));
  const server = await serveAgents({
    ...{ agents, port, pageDir: folder, dataDir: join(folder, "data"), phones: { pageDir } },
    onAddress: () => {},
  });
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { origin } = new URL(server.url);
  const { headers } = await fetch(server.url, { redirect: "manual" });
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  const page = connectFleet(() =>
    socketLink(
      new WebSocket(`${origin.replace("http", "ws")}/acp`, { headers: { origin, cookie } }),
    ),
  );
  onTestFinished(() => page.close());
  await waitForState(page.connection, ({ status }) => status === "live");
  return { ...server, origin, page, phones: createPhonesClient(page) };
}

/** An agent whose turns do what the function says. */
export function agent(id: string, onPrompt: (turn: Turn) => Promise<unknown>): AgentDefinition {
  const { connect } = scriptedAgent({
    protocolVersions: [1],
    onPrompt: async (turn) => void (await onPrompt(turn)),
  });
  return { id, name: id.toUpperCase(), source: connect, connect: () => ({ reconnect: false }) };
}

/** An agent that asks for permission to do the prompt. */
export const asking = (id: string): AgentDefinition =>
  agent(id, (turn) => turn.askPermission({ call: { title: turn.text, kind: "edit" } }));

/** Prompts a new session of an agent. Resolves when the agent waits for the user. */
export async function ask({ fleet }: AgentServer, agentId: string, prompt: string) {
  const asked = fleet.agents.get(agentId);
  if (asked === undefined) throw new Error(`There is no agent "${agentId}".`);
  const { connection, store } = asked;
  const { sessionId } = await connection.newSession({ cwd: "/project" });
  connection.prompt(sessionId, prompt).catch(() => {});
  const findRequest = () => store.getState().sessions.get(sessionId)?.pendingPermissions[0];
  await waitForState(store, () => findRequest() !== undefined);
  return {
    /** Answers on the computer. */
    answer: (optionId: string) => store.respondToPermission(findRequest() ?? "", optionId),
  };
}

/** Opens a link on a phone, in a separate browser. */
export function openOnPhone(link: string, options?: OpenPageOptions): Promise<Page> {
  return openPage(link, { ...PHONE, ...options });
}

/** Pairs a phone with a server. */
export async function openPhone(server: PhoneServer, options?: OpenPageOptions): Promise<Page> {
  const { link } = await server.phones.invite();
  const phone = await openOnPhone(link, options);
  await phone.getByText("Connected", { exact: true }).waitFor();
  return phone;
}
