import type { AcpState } from "@acp-store/core";
import { AcpMirrorError } from "../errors.js";
import type { MirrorRights } from "../host/actor.js";
import type { MirrorLink } from "../link.js";
import { openAddressedLink } from "../links/addressedLinks.js";
import { acceptChannelLinks, channelMedium, lockManager } from "../links/channelLink.js";
import { createMirror, type Mirror, type MirrorOptions } from "../mirror/createMirror.js";
import { createOwnership, type OwnedHost, type Ownership, whenAborted } from "../ownership.js";

/** The options of `shareBetweenTabs`. */
export interface SharedTabsOptions extends MirrorOptions {
  /** The rights of the tabs. Default: they may do everything, because they have the same origin. */
  readonly rights?: MirrorRights;
}

/** One tab's side of a store that several tabs share. */
export interface SharedTab extends Ownership {
  /** The store as this tab sees it, regardless of the tab that owns it. It closes with `close`. */
  readonly mirror: Mirror;
}

/**
 * Shares one connection to an agent between the tabs and workers of an origin. One tab is the owner:
 * it calls `open`, which connects to the agent. All tabs, the owner too, show the store through
 * `mirror`. When the owner closes or crashes, another tab becomes the owner, within a second and
 * the time that `open` takes. `open` gets the last state that this tab has seen, and loads its
 * sessions from the agent.
 *
 * Web Locks decide who the owner is, so there are never two. They need a secure context (HTTPS or
 * localhost). If `open` rejects, another tab is asked; call the function again to retry in this tab.
 *
 * @throws AcpMirrorError `unsupported` without Web Locks.
 *
 * @example
 * ```ts
 * const tab = shareBetweenTabs("my-app", async (previous) => {
 *   const store = createAcpStore();
 *   const agent = await connectAgent(store, openStream);
 *   for (const { sessionId, cwd, closed } of previous.sessions.values())
 *     if (cwd !== undefined && !closed) agent.loadSession({ sessionId, cwd }).catch(console.error);
 *   return { host: hostMirrors(store, { agent }), close: () => agent.close() };
 * });
 * render(<App store={tab.mirror} />);
 * ```
 */
export function shareBetweenTabs(
  name: string,
  open: (previous: AcpState) => Promise<OwnedHost>,
  { rights = { may: () => true }, ...options }: SharedTabsOptions = {},
): SharedTab {
  const locks = lockManager();
  if (locks === undefined)
    throw new AcpMirrorError(
      "unsupported",
      "Tabs cannot share a connection without Web Locks. Open the page with HTTPS or on localhost.",
      "shareBetweenTabs",
    );
  let opening: MirrorLink | undefined;
  const mirror = createMirror(
    () =>
      new Promise<MirrorLink>((resolve) => {
        // Without an owner, this waits instead of failing, so that no pause delays the takeover.
        const link = openAddressedLink(channelMedium(name), () => resolve(link));
        opening = link;
      }),
    options,
  );

  const ownership = createOwnership(async (signal, setOwner) => {
    const own = async (): Promise<void> => {
      if (signal.aborted) return;
      const { host, close } = await open(mirror.getState());
      const stopAccepting = acceptChannelLinks(name, (link) => void host.connect(link, rights));
      setOwner(true);
      await whenAborted(signal);
      setOwner(false);
      stopAccepting();
      host.close();
      await close();
    };
    try {
      await locks.request(`acp-mirror/${name}/owner`, { signal }, own);
    } catch (error) {
      // The request for the lock is aborted by `close`.
      if (!signal.aborted) throw error;
    }
  });

  const closeOwnership = ownership.close;
  return Object.assign(ownership, {
    mirror,
    async close() {
      mirror.close();
      opening?.close();
      await closeOwnership();
    },
  });
}
