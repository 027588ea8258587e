import { hostMirrors, type MirrorHost, type MirrorLink, openLinkChannels } from "@acp-store/mirror";
import { type FramesHost, hostFrames, refuseFrames } from "../frames/hostFrames.js";
import { agentOfFramesChannel } from "../frames/wire.js";
import type { Fleet } from "../owner/types.js";
import { serveSaving } from "../saving/serveSaving.js";
import { agentOfSavingChannel } from "../saving/wire.js";
import { serveDirectory } from "./directory.js";
import { type FleetRights, type HostFleetOptions, rightsForAgent } from "./rights.js";
import { agentOfChannel, DIRECTORY, reviewOfChannel } from "./wire.js";

/** Shows a fleet to pages, and carries out their actions. */
export interface FleetHost {
  /**
   * Serves a page over a link until the link closes. Returns a function that ends it.
   *
   * @example
   * ```ts
   * host.connect(socketLink(socket), { agent: () => ({ name: "Page", may: () => true }) });
   * ```
   */
  connect(link: MirrorLink, rights: FleetRights): () => void;
  /** Returns the host of the mirrors of an agent, for developer tools. */
  mirrorsOf(agentId: string): MirrorHost | undefined;
  /** Ends the connections of all pages. The fleet continues. */
  close(): void;
}

/**
 * Shows a fleet to any number of pages, each over one link: the list of agents, and a mirror of each
 * agent. A second host of the same fleet can show less, with `redact`, `sessionParts` and `stateParts`.
 *
 * @example
 * ```ts
 * const host = hostFleet(fleet);
 * server.on("connection", (socket) => {
 *   host.connect(socketLink(socket), { agent: () => ({ may: () => true }), manageAgents: true });
 * });
 * ```
 */
export function hostFleet(fleet: Fleet, options: HostFleetOptions = {}): FleetHost {
  const { requests: _, devtools = false, reviews = new Map(), ...mirrorOptions } = options;
  const { redact, sessionParts, stateParts } = mirrorOptions;
  const showsAll = [redact, sessionParts, stateParts].every((part) => part === undefined);
  const frames: FramesHost | undefined = devtools && showsAll ? hostFrames(fleet) : undefined;
  const hosts = new Map<string, MirrorHost>();
  const ends = new Set<() => void>();

  function mirrorsOf(agentId: string): MirrorHost | undefined {
    const known = hosts.get(agentId);
    const agent = fleet.agents.get(agentId);
    if (known !== undefined || agent === undefined) return known;
    const host = hostMirrors(agent.store, { ...mirrorOptions, agent: agent.connection });
    hosts.set(agentId, host);
    return host;
  }

  /** Ends the mirrors of agents that were removed. */
  const stopFollowing = fleet.entries.subscribe(() => {
    for (const [agentId, host] of hosts) {
      if (fleet.agents.has(agentId)) continue;
      hosts.delete(agentId);
      host.close();
    }
  });

  function accept(name: string, channel: MirrorLink, rights: FleetRights): boolean {
    if (name === DIRECTORY) {
      serveDirectory(channel, fleet, rights, {
        ...options,
        reviews: maySeeReviews(rights) ? [...reviews.keys()] : [],
      });
      return true;
    }
    const savingOf = agentOfSavingChannel(name);
    if (savingOf !== undefined) return acceptSaving(savingOf, channel, rights);
    const framesOf = agentOfFramesChannel(name);
    if (framesOf !== undefined) return acceptFrames(framesOf, channel, rights);
    const reviewOf = reviewOfChannel(name);
    if (reviewOf !== undefined) return acceptReview(reviewOf, channel, rights);
    const agentId = agentOfChannel(name);
    const mirrorRights = agentId === undefined ? undefined : rightsForAgent(rights, agentId);
    const host = agentId === undefined ? undefined : mirrorsOf(agentId);
    if (mirrorRights === undefined || host === undefined) return false;
    host.connect(channel, mirrorRights);
    return true;
  }

  function acceptSaving(agentId: string, channel: MirrorLink, rights: FleetRights): boolean {
    const agent = fleet.agents.get(agentId);
    const mirrorRights = rightsForAgent(rights, agentId);
    // A host that shows less does not show what the user is writing.
    if (agent === undefined || mirrorRights === undefined || !showsAll) return false;
    serveSaving(channel, agent, mirrorRights);
    return true;
  }

  // The contents of files cannot be redacted.
  const maySeeReviews = (rights: FleetRights): boolean => rights.review === true && showsAll;

  function acceptReview(folder: string, channel: MirrorLink, rights: FleetRights): boolean {
    const serve = reviews.get(folder);
    if (serve === undefined || !maySeeReviews(rights)) return false;
    serve(channel);
    return true;
  }

  function acceptFrames(agentId: string, channel: MirrorLink, rights: FleetRights): boolean {
    const mirrorRights = rightsForAgent(rights, agentId);
    if (mirrorRights === undefined || !fleet.agents.has(agentId)) return false;
    // The messages have the content of all sessions.
    const maySee = rights.seesMessages === true && mirrorRights.sees === undefined && showsAll;
    if (!maySee) refuseFrames(channel, "forbidden");
    else if (frames === undefined) refuseFrames(channel, "not_recorded");
    else frames.serve(channel, agentId);
    return true;
  }

  return {
    connect(link, rights) {
      const channels = openLinkChannels(link, (name, channel) => accept(name, channel, rights));
      const end = (): void => {
        ends.delete(end);
        channels.close();
      };
      ends.add(end);
      link.onClose(() => void ends.delete(end));
      return end;
    },
    mirrorsOf,
    close() {
      stopFollowing();
      frames?.close();
      for (const host of hosts.values()) host.close();
      hosts.clear();
      for (const end of ends) end();
    },
  };
}
