import type { HostMirrorsOptions, MirrorLink, MirrorRights } from "@acp-store/mirror";

/** The rights of a page. */
export interface FleetRights {
  /**
   * Returns the rights of the page's mirror of an agent. `undefined`: the page does not see the agent, as
   * after an error.
   */
  agent(agentId: string): MirrorRights | undefined;
  /**
   * Whether the page may start and stop agents, and make the requests of the application. They run
   * programs. Default: `false`.
   */
  readonly manageAgents?: boolean;
  /**
   * Whether the page may see the messages of the agents in the devtools: everything that was sent and received,
   * with prompts, files and the agent's stderr. Has no effect for an agent whose mirror hides sessions with
   * `sees`, nor for a host with `redact` or `sessionParts`. Default: `false`.
   */
  readonly seesMessages?: boolean;
  /**
   * Whether the page may see and decide about the reviews of files, with the contents of the files that
   * agents have changed. Has no effect for a host with `redact` or `sessionParts`. Default: `false`.
   */
  readonly review?: boolean;
}

/** A request of a page that is being answered. */
export interface PageRequest {
  /** Sends news of the request to the page, which gets them with `onProgress`. */
  readonly report: (progress: unknown) => void;
  /** Aborted when nobody waits for the result: the page has aborted the request, or it is gone. */
  readonly signal: AbortSignal;
  /** Returns whether the page sees an agent, or one of its sessions. */
  readonly sees: (agentId: string, sessionId?: string) => boolean;
}

/** Answers requests of pages, by method. */
export type PageRequests = Readonly<
  Record<string, (params: unknown, request: PageRequest) => unknown>
>;

/** The options of {@link hostFleet}. */
export interface HostFleetOptions extends Omit<HostMirrorsOptions, "agent"> {
  /**
   * Answers requests of pages that have the right to manage agents, by method, such as one that adds an
   * agent. The params come from the page, so check them. An error that is thrown is sent to the page.
   */
  readonly requests?: PageRequests;
  /**
   * Whether the messages of the agents are recorded from now on, for the devtools of pages that have the right
   * `seesMessages`. The newest 50,000 messages of each agent are kept, up to 32,000,000 characters. Default:
   * `false`, because it takes memory, and about 10 µs per message. A host with `redact` or
   * `sessionParts` records nothing.
   */
  readonly devtools?: boolean;
  /**
   * Serves the reviews of folders to pages with the right `review`, by the absolute path of the folder. On a
   * page, `openReviewChannel` of the fleet opens the channel.
   *
   * @example
   * ```ts
   * const review = await openReview({ folder });
   * const reviews = new Map([[folder, (channel) => serveReview(channel, review)]]);
   * hostFleet(fleet, { reviews });
   * // On the page:
   * const remote = connectReview(() => connectedFleet.openReviewChannel(folder));
   * ```
   */
  readonly reviews?: ReadonlyMap<string, (channel: MirrorLink) => unknown>;
}

/** Returns the rights of a page's mirror of an agent. An error of the application hides the agent. */
export function rightsForAgent(rights: FleetRights, agentId: string): MirrorRights | undefined {
  try {
    return rights.agent(agentId);
  } catch {
    return undefined;
  }
}
