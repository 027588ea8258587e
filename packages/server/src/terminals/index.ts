/**
 * Sign-ins to agents in a terminal, for pages.
 * @module
 */
export { terminalSignIns } from "./terminalSignIns.js";

// Types
export type { TerminalSignIns } from "./terminalSignIns.js";
