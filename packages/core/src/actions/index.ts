/**
 * The actions of a user: their arguments, what they are about, and what they need from the agent; and the content of
 * prompts.
 * @module
 */
export {
  ACTIONS,
  AGENT_METHODS,
  agentSupports,
  findProtocolMethod,
  isActionName,
} from "./actions.js";
export { ACTION_ARGS } from "./actionSchemas.js";
export { findRewindDialect, getRewindSupport } from "./rewindDialects.js";
export type {
  ActionArgs,
  ActionName,
  ActionResults,
  ActionRow,
  ActionSubject,
  AgentActionName,
  AgentActions,
  AgentMethod,
  AgentMethodName,
  ProtocolMethod,
  StoreActionName,
  StoreActions,
} from "./actions.js";
export { getPromptSupport, PROMPT_CONTENT_LIMITS, toPromptBlock } from "./promptBlock.js";
export type {
  PromptBlockResult,
  PromptContent,
  PromptRefusal,
  PromptSupport,
} from "./promptBlock.js";
export { canSteer, findSteeringMethod, STEER_OUTCOMES } from "./steering.js";
export type { SteerResult } from "./steering.js";
export type { RewindDialect, RewindSupport } from "./rewindDialects.js";
export type {
  NewSession,
  SessionFolder,
  SessionInFolder,
  SessionPage,
  SessionRewind,
} from "./sessionRequests.js";
