import { createReadStream } from "node:fs";
import { serializeSession } from "@acp-store/core";
import type { Budget } from "@acp-store/core/policies";
import type { PageRequest, PageRequests } from "@acp-store/fleet/mirror";
import type { Fleet, FleetAgent } from "@acp-store/fleet/owner";
import { REQUESTS } from "./requestNames.js";

interface PageRequestsOptions {
  readonly fleet: Fleet;
  /** The path of the recording to play. */
  readonly recording?: string | undefined;
  /** The budget of each session. */
  readonly budget?: Budget | undefined;
}

/** Answers the requests of the page that are not about agents. Their params come from the page. */
export function createPageRequests({
  fleet,
  recording,
  budget,
}: PageRequestsOptions): PageRequests {
  return {
    [REQUESTS.exportSession]: async (params) => {
      const { agent, sessionId } = findSession(fleet, params);
      if (!(await agent.connection.restoreSession(sessionId)))
        throw new Error("This session is not open. Open it, then export it.");
      return serializeSession(agent.store.getState(), sessionId);
    },
    [REQUESTS.forgetSession]: async (params) => {
      const { agent, sessionId } = findSession(fleet, params);
      await forget(agent, sessionId);
    },
    [REQUESTS.resend]: (params) => {
      const { connection } = findAgent(fleet, params);
      return connection.request(readText(params, "method"), readField(params, "params") as object);
    },
    [REQUESTS.readBudget]: () => budget ?? null,
    [REQUESTS.readRecording]: async (_params, request) => {
      if (recording === undefined)
        throw new Error("There is no recording. Start the server with --replay FILE.jsonl.");
      await sendFile(recording, request);
      return { file: recording };
    },
  };
}

/** Removes the saved copies of a session and its subagents, and closes the session. */
async function forget({ store, persistence, connection }: FleetAgent, id: string): Promise<void> {
  // A set can grow while it is read, so that subagents of subagents are found.
  const family = new Set([id]);
  for (const parent of family)
    for (const { sessionId, parentSessionId } of store.getState().sessions.values())
      if (parentSessionId === parent) family.add(sessionId);
  for (const sessionId of family) await persistence?.remove(sessionId);
  // An agent that does not run has no session to close.
  if (store.getState().connection?.status === "ready")
    await connection.closeSession(id).catch(() => {});
  if (store.getState().sessions.has(id)) store.closeSession(id);
}

/** Sends a file in parts. */
async function sendFile(file: string, { report }: PageRequest): Promise<void> {
  const parts = createReadStream(file, { encoding: "utf8", highWaterMark: 1024 * 1024 });
  try {
    for await (const part of parts) report(part);
  } catch {
    throw new Error(`${file} can no longer be read.`);
  }
}

function findSession(fleet: Fleet, params: unknown): { agent: FleetAgent; sessionId: string } {
  return { agent: findAgent(fleet, params), sessionId: readText(params, "sessionId") };
}

function findAgent(fleet: Fleet, params: unknown): FleetAgent {
  const agentId = readText(params, "agentId");
  const agent = fleet.agents.get(agentId);
  if (agent === undefined) throw new Error(`There is no agent ${JSON.stringify(agentId)}.`);
  return agent;
}

function readField(params: unknown, name: string): unknown {
  return typeof params === "object" && params !== null ? Reflect.get(params, name) : undefined;
}

function readText(params: unknown, name: string): string {
  const value = readField(params, name);
  if (typeof value === "string") return value;
  throw new Error(`The request needs ${name}, a text. It has ${JSON.stringify(value)}.`);
}
