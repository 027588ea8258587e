import { createLazyComponent } from "@acp-store/ui";
import { LoadingPage } from "./shell/LoadingPage.js";

// The parts of the page that are loaded on demand, so that a new conversation is usable sooner.

/** A live agent. */
export const LazyAgentView = createLazyComponent(
  async () => (await import("./connection/AgentView.js")).AgentView,
  LoadingPage,
);

/** A recording. */
export const LazyReplayView = createLazyComponent(
  async () => (await import("./replay/ReplayView.js")).ReplayView,
  LoadingPage,
);

/** The window of the devtools. */
export const LazyAcpDevtools = createLazyComponent(
  async () => (await import("@acp-store/devtools/panel")).AcpDevtools,
  () => null,
);
