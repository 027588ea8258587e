/**
 * The requests of pages that may manage agents, for the browser.
 * @module
 */
export { createFilesClient } from "./filesClient.js";
export { createPhonesClient } from "./phonesClient.js";
export { getChangedLines, PhoneCloseCode } from "./phoneMessages.js";
export { createRegistryClient } from "./registryClient.js";
export { createSearchClient } from "./searchClient.js";
export { createTerminalsClient } from "./terminalsClient.js";

// Types
export type { FileRequestOptions, FilesClient } from "./filesClient.js";
export type { FileList, FileSave, FileText } from "./filesMessages.js";
export type { ChangedLines, Phone, PhoneInvitation } from "./phoneMessages.js";
export type { PhonesClient } from "./phonesClient.js";
export type { LaunchOptions, RegistryClient } from "./registryClient.js";
export type {
  LaunchChoice,
  LaunchProgress,
  ListedAgent,
  ListedPlan,
  ListedStatus,
  RegistryList,
} from "./registryMessages.js";
export type { SearchClient, SearchOptions } from "./searchClient.js";
export type { SearchHit, SearchResult } from "./searchMessages.js";
export type { TerminalSize } from "./terminalMessages.js";
export type {
  TerminalsClient,
  TerminalSignIn,
  TerminalSignInOptions,
} from "./terminalsClient.js";
