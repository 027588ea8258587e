import {
  activeLocationRead,
  agentRead,
  applicationRowRead,
  attentionRead,
  authRead,
  changedFilesRead,
  commandsRead,
  compactionRead,
  configOptionsRead,
  connectionRead,
  messageRead,
  messageRunRead,
  modelPickerRead,
  modelsRead,
  modePickerRead,
  modesRead,
  nestedTimelineRead,
  noticesRead,
  pendingElicitationsRead,
  pendingPermissionsRead,
  permissionRead,
  planProgressRead,
  planRead,
  plansRead,
  queueRead,
  sessionCatalogRead,
  sessionIdsRead,
  sessionMessageRead,
  sessionRead,
  sessionsRead,
  subagentRead,
  terminalRead,
  timelineRead,
  toolCallIdsRead,
  toolCallRead,
  toolCallsRead,
  turnRead,
  usageRead,
} from "@acp-store/core/reads";
import {
  followRead,
  followSessionRead,
  type ReadFunction,
  type SessionReadFunction,
} from "./injectRead.js";

// The agent and the connection

/** Returns the agent's description of itself from the initialization. */
export const injectAgent: ReadFunction<typeof agentRead> = (...inputs) =>
  followRead(injectAgent, agentRead, inputs);

/** Returns whether the user is signed in to the agent, with the methods to sign in. */
export const injectAuth: ReadFunction<typeof authRead> = (...inputs) =>
  followRead(injectAuth, authRead, inputs);

/** Returns the state of the connection, `undefined` in a store that is only fed with updates. */
export const injectConnection: ReadFunction<typeof connectionRead> = (...inputs) =>
  followRead(injectConnection, connectionRead, inputs);

// Sessions and their fields

/** Returns the session. Every change in it changes the value: prefer a function that reads less. */
export const injectSession: SessionReadFunction<typeof sessionRead> = (...inputs) =>
  followSessionRead(injectSession, sessionRead, inputs);

/** Returns the open sessions in first-seen order. Every change in any session changes the value. */
export const injectSessions: ReadFunction<typeof sessionsRead> = (...inputs) =>
  followRead(injectSessions, sessionsRead, inputs);

/** Returns the sessions that the agent knows, open or not, the most recently active first. */
export const injectSessionCatalog: ReadFunction<typeof sessionCatalogRead> = (...inputs) =>
  followRead(injectSessionCatalog, sessionCatalogRead, inputs);

/** Returns the ids of the open sessions in first-seen order. */
export const injectSessionIds: ReadFunction<typeof sessionIdsRead> = (...inputs) =>
  followRead(injectSessionIds, sessionIdsRead, inputs);

/** Returns the items of the conversation in first-seen order. */
export const injectTimeline: SessionReadFunction<typeof timelineRead> = (...inputs) =>
  followSessionRead(injectTimeline, timelineRead, inputs);

/** Returns the items of the conversation, with those of each subagent as its `children`. */
export const injectNestedTimeline: SessionReadFunction<typeof nestedTimelineRead> = (...inputs) =>
  followSessionRead(injectNestedTimeline, nestedTimelineRead, inputs);

/** Returns the slash commands that the agent currently offers. */
export const injectCommands: SessionReadFunction<typeof commandsRead> = (...inputs) =>
  followSessionRead(injectCommands, commandsRead, inputs);

/** Returns the settings of the session, such as its model, with their current values. */
export const injectConfigOptions: SessionReadFunction<typeof configOptionsRead> = (...inputs) =>
  followSessionRead(injectConfigOptions, configOptionsRead, inputs);

/** Returns the available modes and the current one, `undefined` if the agent has no modes. */
export const injectModes: SessionReadFunction<typeof modesRead> = (...inputs) =>
  followSessionRead(injectModes, modesRead, inputs);

/**
 * Returns the available models and the current one. {@link injectModelPicker} covers more agents.
 */
export const injectModels: SessionReadFunction<typeof modelsRead> = (...inputs) =>
  followSessionRead(injectModels, modelsRead, inputs);

/** Returns the choice between modes, in whichever form the agent offers it. */
export const injectModePicker: SessionReadFunction<typeof modePickerRead> = (...inputs) =>
  followSessionRead(injectModePicker, modePickerRead, inputs);

/** Returns the choice between models, in whichever form the agent offers it. */
export const injectModelPicker: SessionReadFunction<typeof modelPickerRead> = (...inputs) =>
  followSessionRead(injectModelPicker, modelPickerRead, inputs);

/** Returns the agent's notices outside of the conversation, the newest last. */
export const injectNotices: SessionReadFunction<typeof noticesRead> = (...inputs) =>
  followSessionRead(injectNotices, noticesRead, inputs);

/** Returns the tokens in the context, the size of the context in tokens, and the cost so far. */
export const injectUsage: SessionReadFunction<typeof usageRead> = (...inputs) =>
  followSessionRead(injectUsage, usageRead, inputs);

/** Returns the prompts that wait for the end of the turn, with the actions of the queue. */
export const injectQueue: SessionReadFunction<typeof queueRead> = (...inputs) =>
  followSessionRead(injectQueue, queueRead, inputs);

// Entities

/** Returns one tool call, or `undefined` until it is known. */
export const injectToolCall: SessionReadFunction<typeof toolCallRead> = (...inputs) =>
  followSessionRead(injectToolCall, toolCallRead, inputs);

/** Returns the tool calls of the session in first-seen order. */
export const injectToolCalls: SessionReadFunction<typeof toolCallsRead, []> = (...inputs) =>
  followSessionRead(injectToolCalls, (sessionId) => toolCallsRead(sessionId), inputs);

/** Returns the ids of the tool calls in first-seen order. */
export const injectToolCallIds: SessionReadFunction<typeof toolCallIdsRead> = (...inputs) =>
  followSessionRead(injectToolCallIds, toolCallIdsRead, inputs);

/** Returns one message by its key in the session's `messages`. */
export const injectMessage: SessionReadFunction<typeof messageRead> = (...inputs) =>
  followSessionRead(injectMessage, messageRead, inputs);

/** Returns the content blocks of one run of a message, as an item of the timeline names it. */
export const injectMessageRun: SessionReadFunction<typeof messageRunRead> = (...inputs) =>
  followSessionRead(injectMessageRun, messageRunRead, inputs);

/** Returns one terminal by its `terminalId`. */
export const injectTerminal: SessionReadFunction<typeof terminalRead> = (...inputs) =>
  followSessionRead(injectTerminal, terminalRead, inputs);

/** Returns one permission request, pending or settled, by the `id` of its timeline item. */
export const injectPermission: SessionReadFunction<typeof permissionRead> = (...inputs) =>
  followSessionRead(injectPermission, permissionRead, inputs);

/** Returns one compaction of the context by the `id` of its timeline item. */
export const injectCompaction: SessionReadFunction<typeof compactionRead> = (...inputs) =>
  followSessionRead(injectCompaction, compactionRead, inputs);

/** Returns one subagent by the `id` of its timeline item, which is also that of its session. */
export const injectSubagent: SessionReadFunction<typeof subagentRead> = (...inputs) =>
  followSessionRead(injectSubagent, subagentRead, inputs);

/** Returns one message between two sessions by the `id` of its timeline item. */
export const injectSessionMessage: SessionReadFunction<typeof sessionMessageRead> = (...inputs) =>
  followSessionRead(injectSessionMessage, sessionMessageRead, inputs);

/** Returns one row of the application by the `id` of its timeline item. */
export const injectApplicationRow: SessionReadFunction<typeof applicationRowRead> = (...inputs) =>
  followSessionRead(injectApplicationRow, applicationRowRead, inputs);

/** Returns the turn with an id, or without an id the oldest open turn, or else the last one. */
export const injectTurn: SessionReadFunction<typeof turnRead> = (...inputs) =>
  followSessionRead(injectTurn, turnRead, inputs);

/** Returns the plan with an id, or without an id the most recently updated one. */
export const injectPlan: SessionReadFunction<typeof planRead> = (...inputs) =>
  followSessionRead(injectPlan, planRead, inputs);

/** Returns the plans of the session in first-seen order. */
export const injectPlans: SessionReadFunction<typeof plansRead> = (...inputs) =>
  followSessionRead(injectPlans, plansRead, inputs);

/**
 * Returns the progress of the plan with an id, or without an id of the most recently updated one.
 */
export const injectPlanProgress: SessionReadFunction<typeof planProgressRead> = (...inputs) =>
  followSessionRead(injectPlanProgress, planProgressRead, inputs);

/** Returns the file and line that the agent works at. */
export const injectActiveLocation: SessionReadFunction<typeof activeLocationRead> = (...inputs) =>
  followSessionRead(injectActiveLocation, activeLocationRead, inputs);

/** Returns the files that the agent changed, with their numbers of added and removed lines. */
export const injectChangedFiles: SessionReadFunction<typeof changedFilesRead> = (...inputs) =>
  followSessionRead(injectChangedFiles, changedFilesRead, inputs);

// Requests that wait for the user

/**
 * Returns the pending permission requests of the session, the oldest first, each with `respond`.
 */
export const injectPendingPermissions: SessionReadFunction<typeof pendingPermissionsRead> = (
  ...inputs
) => followSessionRead(injectPendingPermissions, pendingPermissionsRead, inputs);

/** Returns the pending permission requests of all sessions, the oldest first. */
export const injectAllPendingPermissions: ReadFunction<typeof pendingPermissionsRead, []> = (
  ...inputs
) => followRead(injectAllPendingPermissions, () => pendingPermissionsRead(), inputs);

/**
 * Returns the pending requests for user input of the session, the oldest first, each with `respond`.
 */
export const injectPendingElicitations: SessionReadFunction<typeof pendingElicitationsRead> = (
  ...inputs
) => followSessionRead(injectPendingElicitations, pendingElicitationsRead, inputs);

/** Returns the pending requests for user input of all sessions and of none, the oldest first. */
export const injectAllPendingElicitations: ReadFunction<typeof pendingElicitationsRead, []> = (
  ...inputs
) => followRead(injectAllPendingElicitations, () => pendingElicitationsRead(), inputs);

/** Returns the pending requests of all sessions, grouped by session. */
export const injectAttention: ReadFunction<typeof attentionRead> = (...inputs) =>
  followRead(injectAttention, attentionRead, inputs);
