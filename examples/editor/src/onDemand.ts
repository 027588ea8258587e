import { createLazyComponent } from "@acp-store/ui";
import { LoadingPage } from "./shell/LoadingPage.js";

// The parts of the page that are loaded on demand, so that a new conversation is usable sooner.

/** A recording. */
export const LazyReplayView = createLazyComponent(
  async () => (await import("./replay/ReplayView.js")).ReplayView,
  LoadingPage,
);

/** The devtools of a recording. */
export const LazyAcpDevtools = createLazyComponent(
  async () => (await import("@acp-store/devtools/panel")).AcpDevtools,
);

/** The devtools of an agent of the server. */
export const LazyFleetDevtools = createLazyComponent(
  async () => (await import("@acp-store/fleet/devtools")).FleetDevtools,
);

/** The tabs of a narrow page. */
export const LazyViewTabs = createLazyComponent(
  async () => (await import("./workbench/ViewTabs.js")).ViewTabs,
);

/** The line between the conversation and the files. */
export const LazySplitHandle = createLazyComponent(
  async () => (await import("./workbench/SplitHandle.js")).SplitHandle,
);

/** The files of a folder: the tree, the tabs and the editor. */
export const LazyFilesView = createLazyComponent(
  async () => (await import("./workbench/FilesView.js")).FilesView,
);

/** The files with changes to decide, for narrow pages. */
export const LazyReviewView = createLazyComponent(
  async () => (await import("./workbench/ReviewView.js")).ReviewView,
);
