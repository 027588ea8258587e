import { resolve } from "node:path";
import type { ConnectOptions } from "@acp-store/client";
import type { AcpStore } from "@acp-store/core";
import { isFolderInUseError } from "@acp-store/persist/node";
import { type NodeReview, openReview, type OpenReviewOptions } from "./openReview.js";

/** The options of {@link openReviews}. */
export interface OpenReviewsOptions extends Pick<OpenReviewOptions, "files"> {
  /** The folders that agents work in. */
  readonly folders: readonly string[];
  /** Called with the reason if another program reviews a folder, so that it has no review here. */
  readonly onInUse: (folder: string, error: Error) => void;
}

/** The reviews of several folders. */
export interface NodeReviews {
  /** The reviews, by the absolute path of the folder. */
  readonly byFolder: ReadonlyMap<string, NodeReview>;
  /**
   * Follows the work of an agent in all folders, and adds the reviews to the options of the connections to it.
   * An agent without file handlers gets none. It fits the option `connect` of a fleet.
   */
  connect<Options extends Pick<ConnectOptions, "beforePrompt" | "fs">>(
    agentId: string,
    store: AcpStore,
    options: Options,
  ): Options;
  /** Stops following the agents that are not among these. */
  keepAgents(agentIds: ReadonlySet<string>): void;
  /** Resolves when everything is saved. */
  close(): Promise<void>;
}

/**
 * Opens the reviews of several folders, for agents that may work in any of them.
 *
 * @throws the error of `node:fs` if a folder does not exist.
 *
 * @example
 * ```ts
 * import { createFleet } from "@acp-store/fleet/owner";
 * import { openReviews } from "@acp-store/review/node";
 *
 * const reviews = await openReviews({
 *   folders: ["/home/me/app", "/home/me/docs"],
 *   onInUse: (folder, { message }) => console.warn(`${folder} is not reviewed: ${message}`),
 * });
 * const fleet = createFleet({ agents: [], connect: reviews.connect });
 * ```
 */
export async function openReviews(options: OpenReviewsOptions): Promise<NodeReviews> {
  const { folders, onInUse, ...rest } = options;
  const byFolder = new Map<string, NodeReview>();
  const close = async (): Promise<void> => {
    await Promise.all(Array.from(byFolder.values(), (review) => review.close()));
  };
  try {
    for (const folder of new Set(folders.map((each) => resolve(each)))) {
      try {
        byFolder.set(folder, await openReview({ folder, ...rest }));
      } catch (error) {
        if (!isFolderInUseError(error)) throw error;
        onInUse(folder, error);
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  const agentIds = new Set<string>();

  return {
    byFolder,
    connect(agentId, store, ownOptions) {
      agentIds.add(agentId);
      let connectOptions = ownOptions;
      for (const review of byFolder.values())
        connectOptions = addTo(connectOptions, review.add(store, agentId, connectOptions.fs));
      return connectOptions;
    },
    keepAgents(kept) {
      for (const agentId of agentIds) {
        if (kept.has(agentId)) continue;
        agentIds.delete(agentId);
        for (const review of byFolder.values()) review.remove(agentId);
      }
    },
    close,
  };
}

function addTo<Options extends Pick<ConnectOptions, "beforePrompt" | "fs">>(
  options: Options,
  { fs, beforePrompt }: ReturnType<NodeReview["add"]>,
): Options {
  const { beforePrompt: before } = options;
  return {
    ...options,
    ...(options.fs && { fs }),
    async beforePrompt(sessionId, prompt) {
      return beforePrompt(sessionId, (await before?.(sessionId, prompt)) ?? prompt);
    },
  };
}
