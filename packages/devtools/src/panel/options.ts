import type { AcpStore } from "@acp-store/core";
import type { History } from "../history/types.js";

/** `docked`: along the bottom of the window. `floating`: over its corner. `inline`: fills the element it is in. */
export type PanelPosition = "docked" | "floating" | "inline";

/** `system`: light or dark as the user's system is. */
export type PanelTheme = "light" | "dark" | "system";

/** How the panel begins. What the user changes is kept in `localStorage`, where there is one. */
export interface DevtoolsOptions {
  /**
   * A log of the application's own, which then has what came before the panel was opened. Default:
   * one that begins when the panel is opened for the first time, so that it costs nothing until then.
   */
  readonly history?: History;
  /** What the log is of, such as an agent or a file: a trace that is exported is called so. Default: `"acp-trace"`. */
  readonly name?: string;
  /** Default: not in production, going by `process.env.NODE_ENV`. Without it nothing is rendered. */
  readonly enabled?: boolean;
  /** Default: as the user has left it, and before that `false`, a button. */
  readonly initialOpen?: boolean;
  /** Where it stands until the user chooses another place. Default: `"docked"`. */
  readonly position?: PanelPosition;
  /** Its colours, for pages that have a switch of their own. Default: `"system"`. */
  readonly theme?: PanelTheme;
}

/** What {@link AcpDevtools} takes. */
export interface AcpDevtoolsProps extends DevtoolsOptions {
  /** The store to look into. Without one, and without a history, only traces can be opened. */
  readonly store?: Pick<AcpStore, "getState" | "inspect"> | undefined;
}
