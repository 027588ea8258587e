import type { MirrorLink } from "../link.js";
import { createLinkEnd } from "./linkEnd.js";

/** Several links over one. */
export interface LinkChannels {
  /**
   * Opens a channel, which is a separate link. A channel that has the same name ends, at both ends of the
   * link. The other end closes it if it does not accept the name.
   */
  open(name: string): MirrorLink;
  /** Closes the link with all of its channels. */
  close(): void;
}

interface Channel {
  receive(text: string): void;
  end(reason?: string): void;
}

/** A text of the link begins with one of these characters, followed by the name of a channel. */
const OPEN_MARK = "+";
const CLOSE_MARK = "-";
const TEXT_MARK = ">";
/** The limits for the other end, which is not trusted. */
const MAX_NAME_CHARS = 1024;
const MAX_ACCEPTED = 1_000;

/**
 * Opens channels over a link, so that several mirrors need one connection. `accept` is called with each
 * channel that the other end opens. If it returns `false`, the channel is closed.
 *
 * @example
 * ```ts
 * // The owner.
 * openLinkChannels(socketLink(accepted), (name, channel) => {
 *   hosts.get(name)?.connect(channel, rights);
 *   return hosts.has(name);
 * });
 * // A window.
 * const channels = openLinkChannels(socketLink(new WebSocket("wss://example.com/agents")));
 * const mirror = createMirror(() => channels.open("gemini"));
 * ```
 */
export function openLinkChannels(
  link: MirrorLink,
  accept: (name: string, channel: MirrorLink) => boolean = () => false,
): LinkChannels {
  const channels = new Map<string, Channel>();

  function create(name: string): MirrorLink {
    channels.get(name)?.end("Opened again");
    const {
      link: channel,
      receive,
      end,
    } = createLinkEnd({
      send: (text) => link.send(`${TEXT_MARK}${name}\n${text}`),
      close() {
        if (channels.get(name) !== entry) return;
        channels.delete(name);
        link.send(CLOSE_MARK + name);
      },
    });
    const entry: Channel = { receive, end };
    channels.set(name, entry);
    if (link.maxChars === undefined) return channel;
    return { ...channel, maxChars: link.maxChars - name.length - 2 };
  }

  function acceptChannel(name: string): void {
    const isAllowed = name.length <= MAX_NAME_CHARS && channels.size < MAX_ACCEPTED;
    if (!isAllowed) return link.send(CLOSE_MARK + name);
    const channel = create(name);
    if (!accept(name, channel)) channel.close();
  }

  function endChannel(name: string): void {
    const channel = channels.get(name);
    channels.delete(name);
    channel?.end();
  }

  link.onMessage((text) => {
    const end = text.indexOf("\n");
    if (text.startsWith(TEXT_MARK) && end > 0)
      channels.get(text.slice(1, end))?.receive(text.slice(end + 1));
    else if (text.startsWith(OPEN_MARK)) acceptChannel(text.slice(1));
    else if (text.startsWith(CLOSE_MARK)) endChannel(text.slice(1));
  });
  link.onClose((reason) => {
    const open = [...channels.values()];
    channels.clear();
    for (const channel of open) channel.end(reason);
  });

  return {
    open(name) {
      const channel = create(name);
      link.send(OPEN_MARK + name);
      return channel;
    },
    close() {
      for (const name of channels.keys()) endChannel(name);
      link.close();
    },
  };
}
