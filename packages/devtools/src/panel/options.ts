import type { AcpStore, ReadableAcpStore } from "@acp-store/core";
import type { History } from "../history/types.js";
import type { ParsedTrace } from "../trace/parseTrace.js";
import type { MirrorHostLike, MirrorLike } from "./model/mirrors.js";
import type { ResendAgent } from "./model/resend.js";

/**
 * The position of the panel. `bottom` and `right`: at that edge of the window, where it takes its space
 * from the page. `floating`: over the page, and movable. `inline`: fills its element.
 */
export type PanelPosition = "bottom" | "right" | "floating" | "inline";

/** The color scheme of the panel. `system` follows the user's system. */
export type PanelTheme = "light" | "dark" | "system";

/** The initial options of the panel. The user's changes are stored in `localStorage`. */
export interface DevtoolsOptions {
  /**
   * A log of the application's own, which can contain messages from before the panel was opened.
   * Default: a log that starts when the panel is first opened, so that it costs nothing until then.
   */
  readonly history?: History;
  /**
   * The host of the store, from `hostMirrors` of `@acp-store/mirror`. The view "Mirrors" lists its
   * mirrors and the actions that it refused.
   */
  readonly mirrorHost?: MirrorHostLike | undefined;
  /**
   * The mirror that the page shows, from `createMirror` of `@acp-store/mirror`. The view "Mirrors"
   * shows its connection to the owner.
   */
  readonly mirror?: MirrorLike | undefined;
  /**
   * The connection to the agent, from `connectAgent` of `@acp-store/client`, or the `actions` of a mirror.
   * The detail of a message of the client can then send it again, also edited, while the log is live. A
   * mirror sends only what the owner allows: requests of extensions, with the right to `request`.
   */
  readonly agent?: ResendAgent | undefined;
  /** The name of what is logged, such as an agent or a file. Names exported traces. Default: `"acp-trace"`. */
  readonly name?: string;
  /** A sentence about the log, such as that it is incomplete. It is shown above the views. */
  readonly note?: string | undefined;
  /** Whether the panel is rendered. Default: `true` unless `process.env.NODE_ENV` is `"production"`. */
  readonly enabled?: boolean;
  /** Whether the panel is open at first. Default: the user's last choice, or else `false`. */
  readonly initialOpen?: boolean;
  /** The position until the user chooses another. Default: `"bottom"`. */
  readonly position?: PanelPosition;
  /** The color scheme, for pages with a theme switch. Default: `"system"`. */
  readonly theme?: PanelTheme;
  /**
   * Called when the panel is rendered, and whenever the user opens or closes it, with whether it is open.
   * An application can then fetch its log only while it is shown.
   */
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
  /**
   * Called with the trace that the user has opened in the panel, so that the page can show it, too, and
   * with `undefined` when the panel no longer shows it.
   */
  readonly onTraceChange?: ((trace: OpenedTrace | undefined) => void) | undefined;
}

/** The host and the mirror that the application has given to the panel. */
export type MirrorSources = Pick<DevtoolsOptions, "mirror" | "mirrorHost">;

/** A trace that the user has opened in the panel. */
export interface OpenedTrace extends ParsedTrace {
  /** The name of its file. */
  readonly name: string;
  /** The store that has processed its frames. */
  readonly store: AcpStore;
  /** The log of the store. Its position is that of the panel. */
  readonly history: History;
  /** Closes the trace. The panel then shows the log of the application. */
  close(): void;
}

/** The props of {@link AcpDevtools}. */
export interface AcpDevtoolsProps extends DevtoolsOptions {
  /** The store to show. Without a store and a history, the panel can only open traces. */
  readonly store?: Pick<ReadableAcpStore, "getState" | "inspect" | "now"> | undefined;
}
