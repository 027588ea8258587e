/**
 * The panel of the devtools, as a React component.
 * @module
 */
/*
 * The panel has five folders. Each imports from the ones above it, with two exceptions: `logSearch.ts`
 * searches the summaries in `explain/`, and `Panel.tsx` renders the views.
 *
 * - `model/` computes what the panel shows: pure functions of a history, without React. `source.ts`
 *   is the log that is shown, and `digest.ts` processes each of its entries once.
 * - `explain/` turns the model into text. An explanation is a list of parts, each plain text or a link
 *   to a log entry.
 * - `ui/` is the frame around the views: the header, tabs and time bar, the shared controls, and the
 *   context (`panelContext.ts`) with the data and actions of all views.
 * - `views/` has the tabs. Each starts in a file with its name, such as `TimelineView.tsx`.
 * - `styles/` has the style sheets, by the same topics.
 */
export { AcpDevtools } from "./AcpDevtools.js";
export { mountDevtools } from "./mountDevtools.js";
export type { MirrorHostLike, MirrorLike } from "./model/mirrors.js";
export type { ResendAgent } from "./model/resend.js";
export type {
  AcpDevtoolsProps,
  DevtoolsOptions,
  OpenedTrace,
  PanelPosition,
  PanelTheme,
} from "./options.js";
