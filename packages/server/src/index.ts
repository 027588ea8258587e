export { attachAgents, exchangeToken } from "./agents/attachAgents.js";
export { commandAgent } from "./agents/commandAgent.js";
export { defaultDataDir } from "./agents/openFleet.js";
export { serveAgents } from "./agents/serveAgents.js";
export { createAccess } from "./local/access.js";

// Types
export type { AttachOptions, UpgradeEmitter, UpgradeHandler } from "./agents/attachAgents.js";
export type { AgentCommand } from "./agents/commandAgent.js";
export type { AgentsOptions, RequestsContext } from "./agents/openFleet.js";
export type { AgentServer, ServeAgentsOptions } from "./agents/serveAgents.js";
export type { Access, AccessOptions } from "./local/access.js";
export type { PhonesOptions } from "./phones/createPhones.js";
export type { LocalServer } from "./local/startLocalServer.js";
