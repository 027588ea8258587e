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
  usageTotalsRead,
} from "@acp-store/core/reads";
import {
  followRead,
  followSessionRead,
  type ReadFunction,
  type SessionReadFunction,
} from "./injectRead.js";

// The agent and the connection

/** Returns the agent's description of itself from the initialization. */
export const injectAgent: ReadFunction<typeof agentRead> = (...args) =>
  followRead(injectAgent, agentRead, args);

/** Returns whether the user is signed in to the agent, with the methods to sign in. */
export const injectAuth: ReadFunction<typeof authRead> = (...args) =>
  followRead(injectAuth, authRead, args);

/** Returns the state of the connection, `undefined` in a store that is only fed with updates. */
export const injectConnection: ReadFunction<typeof connectionRead> = (...args) =>
  followRead(injectConnection, connectionRead, args);

// Sessions and their fields

/** Returns the session. Every change in it changes the value: prefer a function that reads less. */
export const injectSession: SessionReadFunction<typeof sessionRead> = (...args) =>
  followSessionRead(injectSession, sessionRead, args);

/** Returns the open sessions in first-seen order. Every change in any session changes the value. */
export const injectSessions: ReadFunction<typeof sessionsRead> = (...args) =>
  followRead(injectSessions, sessionsRead, args);

/** Returns the sessions that the agent knows, open or not, the most recently active first. */
export const injectSessionCatalog: ReadFunction<typeof sessionCatalogRead> = (...args) =>
  followRead(injectSessionCatalog, sessionCatalogRead, args);

/** Returns the ids of the open sessions in first-seen order. */
export const injectSessionIds: ReadFunction<typeof sessionIdsRead> = (...args) =>
  followRead(injectSessionIds, sessionIdsRead, args);

/** Returns the items of the conversation in first-seen order. */
export const injectTimeline: SessionReadFunction<typeof timelineRead> = (...args) =>
  followSessionRead(injectTimeline, timelineRead, args);

/** Returns the items of the conversation, with those of each subagent as its `children`. */
export const injectNestedTimeline: SessionReadFunction<typeof nestedTimelineRead> = (...args) =>
  followSessionRead(injectNestedTimeline, nestedTimelineRead, args);

/** Returns the slash commands that the agent currently offers. */
export const injectCommands: SessionReadFunction<typeof commandsRead> = (...args) =>
  followSessionRead(injectCommands, commandsRead, args);

/** Returns the settings of the session, such as its model, with their current values. */
export const injectConfigOptions: SessionReadFunction<typeof configOptionsRead> = (...args) =>
  followSessionRead(injectConfigOptions, configOptionsRead, args);

/** Returns the available modes and the current one, `undefined` if the agent has no modes. */
export const injectModes: SessionReadFunction<typeof modesRead> = (...args) =>
  followSessionRead(injectModes, modesRead, args);

/** Returns the models and the current one. {@link injectModelPicker} covers more agents. */
export const injectModels: SessionReadFunction<typeof modelsRead> = (...args) =>
  followSessionRead(injectModels, modelsRead, args);

/** Returns the choice between modes, in any form that the agent offers. */
export const injectModePicker: SessionReadFunction<typeof modePickerRead> = (...args) =>
  followSessionRead(injectModePicker, modePickerRead, args);

/** Returns the choice between models, in any form that the agent offers. */
export const injectModelPicker: SessionReadFunction<typeof modelPickerRead> = (...args) =>
  followSessionRead(injectModelPicker, modelPickerRead, args);

/** Returns the agent's notices outside of the conversation, the newest last. */
export const injectNotices: SessionReadFunction<typeof noticesRead> = (...args) =>
  followSessionRead(injectNotices, noticesRead, args);

/** Returns the tokens in the context, the size of the context in tokens, and the cost so far. */
export const injectUsage: SessionReadFunction<typeof usageRead> = (...args) =>
  followSessionRead(injectUsage, usageRead, args);

/** Returns the tokens by model and the costs by currency of the session with its subagents, in total. */
export const injectUsageTotals: SessionReadFunction<typeof usageTotalsRead> = (...args) =>
  followSessionRead(injectUsageTotals, usageTotalsRead, args);

/** Returns the prompts that wait for the end of the turn, with the actions of the queue. */
export const injectQueue: SessionReadFunction<typeof queueRead> = (...args) =>
  followSessionRead(injectQueue, queueRead, args);

// Entities

/** Returns one tool call, or `undefined` until it is known. */
export const injectToolCall: SessionReadFunction<typeof toolCallRead> = (...args) =>
  followSessionRead(injectToolCall, toolCallRead, args);

/** Returns the tool calls of the session in first-seen order. */
export const injectToolCalls: SessionReadFunction<typeof toolCallsRead, []> = (...args) =>
  followSessionRead(injectToolCalls, (sessionId) => toolCallsRead(sessionId), args);

/** Returns the ids of the tool calls in first-seen order. */
export const injectToolCallIds: SessionReadFunction<typeof toolCallIdsRead> = (...args) =>
  followSessionRead(injectToolCallIds, toolCallIdsRead, args);

/** Returns one message by its key in the session's `messages`. */
export const injectMessage: SessionReadFunction<typeof messageRead> = (...args) =>
  followSessionRead(injectMessage, messageRead, args);

/** Returns the content blocks of one run of a message, as an item of the timeline names it. */
export const injectMessageRun: SessionReadFunction<typeof messageRunRead> = (...args) =>
  followSessionRead(injectMessageRun, messageRunRead, args);

/** Returns one terminal by its `terminalId`. */
export const injectTerminal: SessionReadFunction<typeof terminalRead> = (...args) =>
  followSessionRead(injectTerminal, terminalRead, args);

/** Returns one permission request, pending or settled, by the `id` of its timeline item. */
export const injectPermission: SessionReadFunction<typeof permissionRead> = (...args) =>
  followSessionRead(injectPermission, permissionRead, args);

/** Returns one compaction of the context by the `id` of its timeline item. */
export const injectCompaction: SessionReadFunction<typeof compactionRead> = (...args) =>
  followSessionRead(injectCompaction, compactionRead, args);

/** Returns one subagent by the `id` of its timeline item, which is also that of its session. */
export const injectSubagent: SessionReadFunction<typeof subagentRead> = (...args) =>
  followSessionRead(injectSubagent, subagentRead, args);

/** Returns one message between two sessions by the `id` of its timeline item. */
export const injectSessionMessage: SessionReadFunction<typeof sessionMessageRead> = (...args) =>
  followSessionRead(injectSessionMessage, sessionMessageRead, args);

/** Returns one row of the application by the `id` of its timeline item. */
export const injectApplicationRow: SessionReadFunction<typeof applicationRowRead> = (...args) =>
  followSessionRead(injectApplicationRow, applicationRowRead, args);

/** Returns the turn with an id, or without an id the oldest open turn, or else the last one. */
export const injectTurn: SessionReadFunction<typeof turnRead> = (...args) =>
  followSessionRead(injectTurn, turnRead, args);

/** Returns the plan with an id, or without an id the most recently updated one. */
export const injectPlan: SessionReadFunction<typeof planRead> = (...args) =>
  followSessionRead(injectPlan, planRead, args);

/** Returns the plans of the session in first-seen order. */
export const injectPlans: SessionReadFunction<typeof plansRead> = (...args) =>
  followSessionRead(injectPlans, plansRead, args);

/** Returns the progress of a plan, without an id of the most recently updated one. */
export const injectPlanProgress: SessionReadFunction<typeof planProgressRead> = (...args) =>
  followSessionRead(injectPlanProgress, planProgressRead, args);

/** Returns the file and line that the agent works at. */
export const injectActiveLocation: SessionReadFunction<typeof activeLocationRead> = (...args) =>
  followSessionRead(injectActiveLocation, activeLocationRead, args);

/** Returns the files that the agent changed, with their numbers of added and removed lines. */
export const injectChangedFiles: SessionReadFunction<typeof changedFilesRead> = (...args) =>
  followSessionRead(injectChangedFiles, changedFilesRead, args);

// Requests that wait for the user

/** Returns the pending permission requests, the oldest first, each with `respond`. */
export const injectPendingPermissions: SessionReadFunction<typeof pendingPermissionsRead> = (
  ...args
) => followSessionRead(injectPendingPermissions, pendingPermissionsRead, args);

/** Returns the pending permission requests of all sessions, the oldest first. */
export const injectAllPendingPermissions: ReadFunction<typeof pendingPermissionsRead, []> = (
  ...args
) => followRead(injectAllPendingPermissions, () => pendingPermissionsRead(), args);

/** Returns the pending requests for user input, the oldest first, each with `respond`. */
export const injectPendingElicitations: SessionReadFunction<typeof pendingElicitationsRead> = (
  ...args
) => followSessionRead(injectPendingElicitations, pendingElicitationsRead, args);

/** Returns the pending requests for user input of all sessions and of none, the oldest first. */
export const injectAllPendingElicitations: ReadFunction<typeof pendingElicitationsRead, []> = (
  ...args
) => followRead(injectAllPendingElicitations, () => pendingElicitationsRead(), args);

/** Returns the pending requests of all sessions, grouped by session. */
export const injectAttention: ReadFunction<typeof attentionRead> = (...args) =>
  followRead(injectAttention, attentionRead, args);
