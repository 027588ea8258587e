import type { Fleet } from "@acp-store/fleet/owner";
import {
  connectFleet,
  type FleetHost,
  type FleetRights,
  hostFleet,
  type HostFleetOptions,
} from "@acp-store/fleet/mirror";
import { type MirrorLink, portLink } from "@acp-store/mirror";
import { onTestFinished } from "vitest";
import { waitForState } from "../../../../tests/support/waitForState.js";

/** The rights of a page that may do everything. */
const ALL_RIGHTS: FleetRights = {
  agent: () => ({ name: "Page", may: () => true }),
  manageAgents: true,
  review: true,
};

/** A server whose link to each page can be broken. */
export interface TestServer {
  readonly host: FleetHost;
  /** The characters that the server has sent to all pages. */
  readonly sentChars: () => number;
  /** Returns the texts that the server has sent over channels whose names begin with a text. */
  readonly sent: (channel: string) => readonly string[];
  /** Opens the end of a page. */
  readonly openLink: (rights?: FleetRights) => MirrorLink;
  /** Breaks the links of all pages. */
  readonly breakLinks: () => void;
}

/** Serves a fleet over message ports. */
export function testServer(fleet: Fleet, options: HostFleetOptions = {}): TestServer {
  const host = hostFleet(fleet, options);
  const links = new Set<MirrorLink>();
  let sent = 0;
  const texts: string[] = [];
  onTestFinished(() => host.close());
  return {
    host,
    sentChars: () => sent,
    sent: (channel) => texts.filter((text) => text.startsWith(`>${channel}`)),
    openLink(rights = ALL_RIGHTS) {
      const { port1, port2 } = new MessageChannel();
      const serverEnd = portLink(port1);
      links.add(serverEnd);
      const counting: MirrorLink = {
        ...serverEnd,
        send(text) {
          sent += text.length;
          texts.push(text);
          serverEnd.send(text);
        },
      };
      host.connect(counting, rights);
      return portLink(port2);
    },
    breakLinks() {
      for (const link of links) link.close();
      links.clear();
    },
  };
}

/** Opens a page that is closed after the test. */
export function openPage(connect: () => MirrorLink | Promise<MirrorLink>) {
  const page = connectFleet(connect);
  onTestFinished(() => page.close());
  const mirror = (agentId: string) => {
    const view = page.getView(agentId);
    if (view === undefined) throw new Error(`The page has no agent "${agentId}".`);
    return view;
  };
  return {
    page,
    mirror,
    /** Resolves when the page and its mirrors are live. */
    async whenLive(): Promise<void> {
      await waitForState(page.connection, ({ status }) => status === "live");
      for (const each of Array.from(page.entries.getState().keys(), mirror))
        await new Promise<void>((resolve) => {
          if (each.status === "live") return resolve();
          const stop = each.onStatus((status) => {
            if (status !== "live") return;
            stop();
            resolve();
          });
        });
    },
    rows: () => page.overview.getState().inbox.map(({ kind, key }) => `${kind} ${key}`),
  };
}
