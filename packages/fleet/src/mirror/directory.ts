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
  parsePageMessage,
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
  options: Pick<HostFleetOptions, "redact" | "requests"> & {
    /** The folders whose reviews the page may open. */
    readonly reviews: readonly string[];
  },
): void {
  const { requests = {}, redact, reviews } = options;
  const methods = methodsOf(fleet, requests);
  let sent: readonly AgentEntry[] | undefined;
  /** The ids of the calls that run. A page may use an id twice. */
  const calls = new Map<AbortController, number>();

  function send(message: DirectoryMessage): void {
    channel.send(encode(message));
  }

  function entryFor(entry: AgentEntry): AgentEntry {
    if (redact !== undefined) return withoutDetails(entry);
    // Arguments of a program can be secrets.
    const { commandLine: _commandLine, ...rest } = entry;
    return rights.manageAgents === true ? entry : rest;
  }

  function sendAgents(): void {
    const agents = [...fleet.entries.getState().values()].flatMap((entry) => {
      if (rightsForAgent(rights, entry.id) === undefined) return [];
      return [entryFor(entry)];
    });
    if (isSameValue(sent, agents)) return;
    sent = agents;
    const manages = rights.manageAgents ?? false;
    send({ type: "agents", v: FLEET_VERSION, agents, manages, reviews });
  }

  function sees(agentId: string, sessionId?: string): boolean {
    const mirrorRights = rightsForAgent(rights, agentId);
    if (mirrorRights === undefined) return false;
    return sessionId === undefined || (mirrorRights.sees?.(sessionId) ?? true);
  }

  async function answer({ id, method, params }: CallMessage): Promise<void> {
    const refuse = (reason: "failed" | "forbidden", message: string): void =>
      send({ type: "refused", id, reason, message });
    if (!rights.manageAgents) return refuse("forbidden", "This page may not manage agents.");
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (run === undefined)
      return refuse("failed", `The server has no method ${JSON.stringify(method)}.`);
    if (calls.size >= MAX_CALLS)
      return refuse("failed", "Too many requests at once. Try again later.");
    const call = new AbortController();
    calls.set(call, id);
    const report = (progress: unknown): void => send({ type: "progress", id, progress });
    try {
      const result = await run(params, { report, signal: call.signal, sees });
      send({ type: "result", id, result });
    } catch (error) {
      refuse("failed", error instanceof Error ? error.message : String(error));
    } finally {
      calls.delete(call);
    }
  }

  /** Aborts the calls with an id, or all of them. */
  function abort(id?: number): void {
    for (const [call, callId] of calls) if (id === undefined || id === callId) call.abort();
  }

  channel.onMessage((text) => {
    const message = parsePageMessage(text);
    if (message?.type === "call") void answer(message);
    else if (message !== undefined) abort(message.id);
  });
  const stopFollowing = fleet.entries.subscribe(sendAgents);
  const timer = setInterval(() => send({ type: "alive" }), ALIVE_MS);
  channel.onClose(() => {
    stopFollowing();
    clearInterval(timer);
    abort();
  });
  sendAgents();
}

/** The entries without details, so that an unchanged one keeps its reference. */
const redactedEntries = new WeakMap<AgentEntry, AgentEntry>();

/** Returns an entry without its folder, its program and its reason, which can have paths and the output of the agent. */
function withoutDetails(entry: AgentEntry): AgentEntry {
  const { cwd: _cwd, commandLine: _commandLine, reason: _reason, ...rest } = entry;
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
