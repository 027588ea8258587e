/**
 * The parts of a page with several agents, on `@acp-store/fleet`.
 * @module
 */
export { AgentSessions } from "./AgentSessions.js";
export { FleetApp } from "./FleetApp.js";
export { FleetPanel } from "./FleetPanel.js";
export { LazyHandoffDialog as HandoffDialog } from "./lazyHandoffDialog.js";
export { Inbox } from "./Inbox.js";
export { RegistryPicker } from "./RegistryPicker.js";
export { StartPage } from "./StartPage.js";
export { useNewSession } from "./useNewSession.js";

// Types
export type { AgentSessionsProps } from "./AgentSessions.js";
export type { FleetAppProps } from "./FleetApp.js";
export type { FleetPanelProps, ReadSessionFile, ShownSession } from "./FleetPanel.js";
export type { HandoffDialogProps } from "./HandoffDialog.js";
export type { InboxProps } from "./Inbox.js";
export type { RegistryPickerProps } from "./RegistryPicker.js";
export type {
  RegistryChangeOptions,
  RegistryChoice,
  RegistryEntry,
  RegistryPlan,
  RegistryProgress,
  RegistrySource,
} from "./registrySource.js";
export type { FoundMessage, SearchSource } from "./searchSource.js";
export type {
  TerminalSource,
  TerminalSourceOptions,
  TerminalSourceSize,
} from "../terminal/terminalSource.js";
export type { NewSession } from "./useNewSession.js";
export type { StartPageProps } from "./StartPage.js";
