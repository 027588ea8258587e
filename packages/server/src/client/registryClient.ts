import type { RemoteFleet } from "@acp-store/fleet/mirror";
import {
  type LaunchChoice,
  type LaunchProgress,
  launchProgress,
  METHODS,
  type RegistryList,
  registryList,
} from "./registryMessages.js";

/** The requests about the registry. All of them reject like `RemoteFleet.request`. */
export interface RegistryClient {
  /** Resolves with the agents. `refresh` asks the network even if there is a recent copy. */
  list(options?: { readonly refresh?: boolean }): Promise<RegistryList>;
  /** Installs an agent, starts it, and adds it to the fleet. It is kept if it has started. */
  add(choice: LaunchChoice, onProgress?: (progress: LaunchProgress) => void): Promise<void>;
  /** Replaces an added agent with the version of the registry, if that version starts. */
  update(choice: LaunchChoice, onProgress?: (progress: LaunchProgress) => void): Promise<void>;
  /** Stops an added agent and removes it. Its saved sessions stay. */
  remove(agentId: string): Promise<void>;
}

/**
 * Returns the requests of a page about the registry, which the server answers with `registryRequests`. The
 * page needs the right to manage agents.
 *
 * @example
 * ```ts
 * const registry = createRegistryClient(fleet);
 * const { agents } = await registry.list();
 * ```
 */
export function createRegistryClient(fleet: Pick<RemoteFleet, "request">): RegistryClient {
  async function launch(
    method: string,
    choice: LaunchChoice,
    onProgress?: (progress: LaunchProgress) => void,
  ): Promise<void> {
    await fleet.request(method, choice, {
      onProgress(value) {
        const { data } = launchProgress.safeParse(value);
        if (data !== undefined) onProgress?.(data);
      },
    });
  }

  return {
    list: async (options = {}) => registryList.parse(await fleet.request(METHODS.list, options)),
    add: (choice, onProgress) => launch(METHODS.add, choice, onProgress),
    update: (choice, onProgress) => launch(METHODS.update, choice, onProgress),
    remove: async (id) => void (await fleet.request(METHODS.remove, { id })),
  };
}
