import { type IncomingMessage, request } from "node:http";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { AgentDefinition } from "@acp-store/fleet/owner";
import { connectFleet, type FleetStatus, type RemoteFleet } from "@acp-store/fleet/mirror";
import { type Mirror, socketLink } from "@acp-store/mirror";
import { memoryTranscripts, scriptedAgent } from "@acp-store/testing";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { waitForState } from "../../../../../tests/support/waitForState.js";

/** Returns a folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "acp-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An agent in this process that answers "Done.". */
export function inProcessAgent(id = "a"): AgentDefinition {
  const { connect } = scriptedAgent({
    protocolVersions: [1],
    storage: memoryTranscripts(),
    onPrompt: (turn) => turn.say("Done."),
  });
  return { id, name: id.toUpperCase(), source: connect, connect: () => ({ reconnect: false }) };
}

/** Sends a GET request whose headers are exactly these. */
export async function get(address: string, headers: Record<string, string> = {}) {
  const sent = request(address, { headers, agent: false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    location: response.headers.location,
    cookie: response.headers["set-cookie"]?.[0]?.split(";")[0] ?? "",
    text: await text(response),
  };
}

/**
 * Opens the agents of a server like a page of it, which is closed after the test. `onSocket` is called with each
 * WebSocket of the page.
 */
export function openPage(
  origin: string,
  headers: Record<string, string>,
  path: string = "/acp",
  onSocket: (socket: WebSocket) => void = () => {},
): RemoteFleet {
  const page = connectFleet(() => {
    const socket = new WebSocket(`${origin.replace("http", "ws")}${path}`, {
      headers: { origin, ...headers },
    });
    onSocket(socket);
    return socketLink(socket);
  });
  onTestFinished(() => page.close());
  return page;
}

/** Resolves when the connection of a page has a status. */
export function waitForStatus({ connection }: RemoteFleet, status: FleetStatus): Promise<unknown> {
  return waitForState(connection, (state) => state.status === status);
}

/** Resolves with the mirror of an agent, as soon as it is live. */
export async function liveMirror(page: RemoteFleet, agentId = "a"): Promise<Mirror> {
  await waitForStatus(page, "live");
  const mirror = page.getView(agentId);
  if (mirror === undefined) throw new Error(`The page has no agent "${agentId}".`);
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (mirror.status === "live") resolve();
    };
    mirror.onStatus(check);
    check();
  });
  return mirror;
}
