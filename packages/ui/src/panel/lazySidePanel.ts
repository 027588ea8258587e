import { createLazyComponent, type LazyComponent } from "../controls/createLazyComponent.js";
import type { SidePanelProps } from "../sidePanel/SidePanel.js";
import type { SidePanelButtonsProps } from "../sidePanel/SidePanelButtons.js";

const loadSidePanel = () => import("../sidePanel/index.js");

/** The panel beside the conversation, which is loaded when it is first needed. */
export const LazySidePanel: LazyComponent<SidePanelProps> = /* @__PURE__ */ createLazyComponent(
  async () => (await loadSidePanel()).SidePanel,
);

/** The buttons that open the panel beside the conversation. */
export const LazySidePanelButtons: LazyComponent<SidePanelButtonsProps> =
  /* @__PURE__ */ createLazyComponent(async () => (await loadSidePanel()).SidePanelButtons);
