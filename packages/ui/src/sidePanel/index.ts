export { SidePanel } from "./SidePanel.js";
export { SidePanelButtons } from "./SidePanelButtons.js";
