import { type FleetRights, hostFleet, type PageRequests } from "@acp-store/fleet/mirror";
import type { Fleet } from "@acp-store/fleet/owner";
import type { WebSocket } from "ws";
import { createAgentSockets } from "../agents/agentSockets.js";
import {
  disconnectParams,
  type Phone,
  PHONE_METHODS,
  PhoneCloseCode,
  type PhoneInvitation,
} from "../client/phoneMessages.js";
import { createGuestAccess, type Guest } from "../local/guestAccess.js";
import type { GuestPage } from "../local/guestPage.js";
import { nameDevice } from "./nameDevice.js";
import { PHONE_SESSION_PARTS, PHONE_STATE_PARTS, redactForPhone } from "./phoneRedaction.js";
import { rightsOnPhone } from "./phoneRights.js";

/** The page for phones of a server. */
export interface PhonesOptions {
  /** The folder of the built page, with its `index.html`. It is served at `/phone`. */
  readonly pageDir: string;
  /**
   * The origin at which a proxy of the user forwards requests to the server, such as
   * `https://laptop.tailnet.ts.net`. It is accepted for the page for phones only. Default: none.
   */
  readonly origin?: string;
}

/** The phones of a server. */
export interface Phones {
  /** Answers the requests of pages that may manage agents. */
  readonly requests: PageRequests;
  /** The page for the phones that were invited. */
  readonly guests: GuestPage;
  /** Ends the connections of all phones. */
  close(): void;
}

const PHONE_PATH = "/phone";
/** The number of pages that one phone may have open. */
const MAX_PAGES = 4;
/** The largest message of a phone, in bytes. It sends answers and confirmations. */
const MAX_PHONE_MESSAGE_BYTES = 64 * 1024;

/** A page that is open on a phone. */
interface PhonePage {
  readonly guest: Guest;
  /** Closes the page. Nothing that it sends afterwards has an effect. */
  readonly close: (code: number, reason: string) => void;
}

/** Shows the agents to phones, with few rights. `getOrigin` returns the origin of the server. */
export function createPhones(
  fleet: Fleet,
  { pageDir, origin }: PhonesOptions,
  getOrigin: () => string,
): Phones {
  const followers = new Set<() => void>();
  const pages = new Set<PhonePage>();
  const access = createGuestAccess({
    name: "acp_phone",
    path: PHONE_PATH,
    onChange: tellFollowers,
  });
  const host = hostFleet(fleet, {
    redact: redactForPhone,
    sessionParts: PHONE_SESSION_PARTS,
    stateParts: PHONE_STATE_PARTS,
  });
  const sockets = createAgentSockets(host);

  function tellFollowers(): void {
    for (const tell of [...followers]) tell();
  }

  function listPhones(): readonly Phone[] {
    const connected = new Set(Array.from(pages, ({ guest }) => guest.id));
    return access.list().map(({ id, name }) => ({ id, name, isConnected: connected.has(id) }));
  }

  function pagesOf(id: string): readonly PhonePage[] {
    return [...pages].filter(({ guest }) => guest.id === id);
  }

  function connect(socket: WebSocket, guest: Guest): void {
    if (pagesOf(guest.id).length >= MAX_PAGES) {
      socket.on("error", () => socket.terminate());
      return socket.close(PhoneCloseCode.tooManyPages, "too many pages of this phone");
    }
    const rights: FleetRights = { agent: (agentId) => rightsOnPhone(fleet, agentId, guest.name) };
    const end = sockets.connect(socket, () => rights);
    const page: PhonePage = {
      guest,
      close(code, reason) {
        socket.close(code, reason);
        end();
      },
    };
    pages.add(page);
    socket.once("close", () => {
      pages.delete(page);
      tellFollowers();
    });
    tellFollowers();
  }

  const requests: PageRequests = {
    [PHONE_METHODS.follow]: (_params, { report, signal }) =>
      new Promise<void>((resolve) => {
        const tell = (): void => report(listPhones());
        followers.add(tell);
        signal.addEventListener("abort", () => {
          followers.delete(tell);
          resolve();
        });
        tell();
      }),
    [PHONE_METHODS.invite](): PhoneInvitation {
      const { token, expiresAt } = access.invite();
      const link = new URL(PHONE_PATH, origin ?? getOrigin());
      link.searchParams.set("token", token);
      return { link: link.href, expiresAt };
    },
    [PHONE_METHODS.disconnect](params) {
      const { id } = disconnectParams.parse(params);
      const open = pagesOf(id);
      access.remove(id);
      for (const { close } of open) close(PhoneCloseCode.disconnected, "disconnected by the user");
    },
  };

  return {
    requests,
    guests: {
      path: PHONE_PATH,
      pageDir,
      access,
      origin,
      addressHint: "On your computer, create a new link for a phone, and open it here.",
      nameDevice,
      maxPayloadBytes: MAX_PHONE_MESSAGE_BYTES,
      onConnect: connect,
    },
    close() {
      sockets.close();
      host.close();
    },
  };
}
