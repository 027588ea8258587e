export { AcpDevtools } from "./AcpDevtools.js";
export { mountDevtools } from "./mountDevtools.js";
export type { AcpDevtoolsProps, DevtoolsOptions, PanelPosition, PanelTheme } from "./options.js";
