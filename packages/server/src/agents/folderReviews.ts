import { resolve } from "node:path";
import type { MirrorLink } from "@acp-store/mirror";
import type { AgentConnectOptions, FleetOptions } from "@acp-store/fleet/owner";
import { isFolderInUseError } from "@acp-store/persist/node";
import { serveReview } from "@acp-store/review/mirror";
import { type NodeReview, openReview } from "@acp-store/review/node";

/** The reviews of the folders that a server reviews. */
export interface FolderReviews {
  /** Adds the reviews to the options of the connections to an agent. */
  readonly connect: NonNullable<FleetOptions["connect"]>;
  /** Serves a review to a page, by folder. */
  readonly channels: ReadonlyMap<string, (channel: MirrorLink) => unknown>;
  /** Stops following the agents that are not among these. */
  keepAgents(agentIds: ReadonlySet<string>): void;
  /** Resolves when everything is saved. */
  close(): Promise<void>;
}

/**
 * Opens the reviews of folders. A folder that another program reviews has none here, and a warning says so.
 *
 * @throws the error of `node:fs` if a folder does not exist.
 */
export async function openFolderReviews(folders: readonly string[]): Promise<FolderReviews> {
  const reviews = new Map<string, NodeReview>();
  const close = async (): Promise<void> => {
    await Promise.all(Array.from(reviews.values(), (review) => review.close()));
  };
  try {
    for (const folder of new Set(folders.map((each) => resolve(each)))) {
      const review = await openUnlessInUse(folder);
      if (review !== undefined) reviews.set(folder, review);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const agentIds = new Set<string>();

  return {
    connect(agentId, store, ownOptions) {
      agentIds.add(agentId);
      let options = ownOptions;
      for (const review of reviews.values())
        options = addTo(options, review.add(store, agentId, options.fs));
      return options;
    },
    channels: new Map(
      Array.from(reviews, ([folder, review]) => [
        folder,
        (channel: MirrorLink) => serveReview(channel, review),
      ]),
    ),
    keepAgents(kept) {
      for (const agentId of agentIds) {
        if (kept.has(agentId)) continue;
        agentIds.delete(agentId);
        for (const review of reviews.values()) review.remove(agentId);
      }
    },
    close,
  };
}

async function openUnlessInUse(folder: string): Promise<NodeReview | undefined> {
  try {
    return await openReview({ folder });
  } catch (error) {
    if (!isFolderInUseError(error)) throw error;
    process.emitWarning(
      `The changes in "${folder}" are not reviewed here: ${error.message}`,
      "AcpServerWarning",
    );
    return undefined;
  }
}

/** Adds what a review needs. An agent without file handlers gets none. */
function addTo(
  options: AgentConnectOptions,
  { fs, beforePrompt }: ReturnType<NodeReview["add"]>,
): AgentConnectOptions {
  const { beforePrompt: before } = options;
  return {
    ...options,
    ...(options.fs && { fs }),
    async beforePrompt(sessionId, prompt) {
      return beforePrompt(sessionId, (await before?.(sessionId, prompt)) ?? prompt);
    },
  };
}
