import { isSameValue } from "@acp-store/core/reads";
import type { MirrorLink } from "@acp-store/mirror";
import type { Fleet } from "../owner/types.js";
import type { AgentEntry } from "../view/fleetView.js";
import {
  type FleetRights,
  type HostFleetOptions,
  type PageRequests,
  rightsForAgent,
} from "./rights.js";
import {
  type CallMessage,
  type DirectoryMessage,
  encode,
  FLEET_VERSION,
  parseCall,
} from "./wire.js";

/** The time between two signs of life, in ms. */
const ALIVE_MS = 5_000;
/** The calls of one page that may run at the same time. */
const MAX_CALLS = 16;

/** Sends the list of agents over a channel, follows it, and answers the calls of the page. */
export function serveDirectory(
  channel: MirrorLink,
  fleet: Fleet,
  rights: FleetRights,
  { requests = {}, redact }: Pick<HostFleetOptions, "redact" | "requests">,
): void {
  const methods = methodsOf(fleet, requests);
  let sent: readonly AgentEntry[] | undefined;
  let calls = 0;

  function send(message: DirectoryMessage): void {
    channel.send(encode(message));
  }

  function sendAgents(): void {
    const agents = [...fleet.entries.getState().values()].flatMap((entry) => {
      if (rightsForAgent(rights, entry.id) === undefined) return [];
      return [redact === undefined ? entry : withoutPaths(entry)];
    });
    if (isSameValue(sent, agents)) return;
    sent = agents;
    send({ type: "agents", v: FLEET_VERSION, agents, manages: rights.manageAgents ?? false });
  }

  async function answer({ id, method, params }: CallMessage): Promise<void> {
    const refuse = (reason: "failed" | "forbidden", message: string): void =>
      send({ type: "refused", id, reason, message });
    if (!rights.manageAgents) return refuse("forbidden", "This page may not manage agents.");
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (run === undefined)
      return refuse("failed", `The server has no method ${JSON.stringify(method)}.`);
    if (calls >= MAX_CALLS) return refuse("failed", "Too many requests at once. Try again later.");
    calls++;
    const report = (progress: unknown): void => send({ type: "progress", id, progress });
    try {
      send({ type: "result", id, result: await run(params, { report }) });
    } catch (error) {
      refuse("failed", error instanceof Error ? error.message : String(error));
    } finally {
      calls--;
    }
  }

  channel.onMessage((text) => {
    const call = parseCall(text);
    if (call !== undefined) void answer(call);
  });
  const stopFollowing = fleet.entries.subscribe(sendAgents);
  const timer = setInterval(() => send({ type: "alive" }), ALIVE_MS);
  channel.onClose(() => {
    stopFollowing();
    clearInterval(timer);
  });
  sendAgents();
}

/** The entries without their folders and programs, so that an unchanged one keeps its reference. */
const redactedEntries = new WeakMap<AgentEntry, AgentEntry>();

function withoutPaths(entry: AgentEntry): AgentEntry {
  const { cwd: _cwd, commandLine: _commandLine, ...rest } = entry;
  const redacted = redactedEntries.get(entry) ?? rest;
  redactedEntries.set(entry, redacted);
  return redacted;
}

/** Returns what a page can call. The names of the application cannot replace those of the fleet. */
function methodsOf(fleet: Fleet, requests: PageRequests): PageRequests {
  return {
    ...requests,
    start: async (agentId) => void (await findAgent(fleet, agentId).start()),
    stop: (agentId) => findAgent(fleet, agentId).stop("A user stopped it."),
  };
}

function findAgent({ agents }: Fleet, agentId: unknown) {
  const agent = typeof agentId === "string" ? agents.get(agentId) : undefined;
  if (agent === undefined) throw new Error(`There is no agent ${JSON.stringify(agentId)}.`);
  return agent;
}
