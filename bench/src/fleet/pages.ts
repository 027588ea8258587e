import { connectFleet, type FleetHost, type RemoteFleet } from "@acp-store/fleet/mirror";
import type { Mirror, MirrorLink } from "@acp-store/mirror";
import { createPausableLink } from "../mirrors/pausableLink.js";

/** A page that follows a fleet over a link in memory. */
export interface BenchPage {
  readonly remote: RemoteFleet;
  /** The bytes that the owner has sent. */
  readonly sentBytes: () => number;
  /** Breaks the link. */
  sever(): void;
  /** Resolves when the mirrors of all agents are live. */
  whenLive(): Promise<void>;
}

/** Opens a page. `findHost` is called for each connection, and throws while the owner is away. */
export function openPage(findHost: () => FleetHost): BenchPage {
  let sent = 0;
  let sever = (): void => {};
  const remote = connectFleet(() => {
    const host = findHost();
    const link = createPausableLink();
    sever = link.sever;
    const counted: MirrorLink = {
      ...link.host,
      send(text) {
        sent += Buffer.byteLength(text);
        link.host.send(text);
      },
    };
    host.connect(counted, { agent: () => ({ may: () => true }) });
    return link.mirror;
  });
  return {
    remote,
    sentBytes: () => sent,
    sever: () => sever(),
    async whenLive() {
      await new Promise<void>((resolve) => {
        const check = (): void => {
          if (remote.connection.getState().status !== "live") return;
          stop();
          resolve();
        };
        const stop = remote.connection.subscribe(check);
        check();
      });
      const ids = [...remote.entries.getState().keys()];
      await Promise.all(ids.map((id) => whenMirrorLive(remote.getView(id))));
    },
  };
}

/** Resolves when a mirror is live, at once if it is so already. */
export function whenMirrorLive(mirror: Mirror | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (mirror === undefined || mirror.status === "live") return resolve();
    const stop = mirror.onStatus((status) => {
      if (status !== "live") return;
      stop();
      resolve();
    });
  });
}
