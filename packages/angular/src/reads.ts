import * as reads from "@acp-store/core/reads";
import {
  followRead,
  followSessionRead,
  type ReadFunction,
  type SessionReadFunction,
} from "./injectRead.js";

// The agent and the connection

/** Returns the agent's description of itself from the initialization. */
export const injectAgent: ReadFunction<typeof reads.agentRead> = (...args) =>
  followRead(injectAgent, reads.agentRead, args);

/** Returns whether the user is signed in to the agent, with the methods to sign in. */
export const injectAuth: ReadFunction<typeof reads.authRead> = (...args) =>
  followRead(injectAuth, reads.authRead, args);

/** Returns the state of the connection, `undefined` in a store that is only fed with updates. */
export const injectConnection: ReadFunction<typeof reads.connectionRead> = (...args) =>
  followRead(injectConnection, reads.connectionRead, args);

// Sessions and their fields

/** Returns the session. Every change in it changes the value: prefer a function that reads less. */
export const injectSession: SessionReadFunction<typeof reads.sessionRead> = (...args) =>
  followSessionRead(injectSession, reads.sessionRead, args);

/** Returns the open sessions in first-seen order. Every change in any session changes the value. */
export const injectSessions: ReadFunction<typeof reads.sessionsRead> = (...args) =>
  followRead(injectSessions, reads.sessionsRead, args);

/** Returns the sessions that the agent knows, open or not, the most recently active first. */
export const injectSessionCatalog: ReadFunction<typeof reads.sessionCatalogRead> = (...args) =>
  followRead(injectSessionCatalog, reads.sessionCatalogRead, args);

/** Returns the ids of the open sessions in first-seen order. */
export const injectSessionIds: ReadFunction<typeof reads.sessionIdsRead> = (...args) =>
  followRead(injectSessionIds, reads.sessionIdsRead, args);

/** Returns the items of the conversation in first-seen order. */
export const injectTimeline: SessionReadFunction<typeof reads.timelineRead> = (...args) =>
  followSessionRead(injectTimeline, reads.timelineRead, args);

/** Returns the items of the conversation, with those of each subagent as its `children`. */
export const injectNestedTimeline: SessionReadFunction<typeof reads.nestedTimelineRead> = (
  ...args
) => followSessionRead(injectNestedTimeline, reads.nestedTimelineRead, args);

/** Returns the slash commands that the agent currently offers. */
export const injectCommands: SessionReadFunction<typeof reads.commandsRead> = (...args) =>
  followSessionRead(injectCommands, reads.commandsRead, args);

/** Returns the settings of the session, such as its model, with their current values. */
export const injectConfigOptions: SessionReadFunction<typeof reads.configOptionsRead> = (...args) =>
  followSessionRead(injectConfigOptions, reads.configOptionsRead, args);

/** Returns the available modes and the current one, `undefined` if the agent has no modes. */
export const injectModes: SessionReadFunction<typeof reads.modesRead> = (...args) =>
  followSessionRead(injectModes, reads.modesRead, args);

/** Returns the models and the current one. {@link injectModelPicker} covers more agents. */
export const injectModels: SessionReadFunction<typeof reads.modelsRead> = (...args) =>
  followSessionRead(injectModels, reads.modelsRead, args);

/** Returns the choice between modes, in any form that the agent offers. */
export const injectModePicker: SessionReadFunction<typeof reads.modePickerRead> = (...args) =>
  followSessionRead(injectModePicker, reads.modePickerRead, args);

/** Returns the choice between models, in any form that the agent offers. */
export const injectModelPicker: SessionReadFunction<typeof reads.modelPickerRead> = (...args) =>
  followSessionRead(injectModelPicker, reads.modelPickerRead, args);

/** Returns the agent's notices outside of the conversation, the newest last. */
export const injectNotices: SessionReadFunction<typeof reads.noticesRead> = (...args) =>
  followSessionRead(injectNotices, reads.noticesRead, args);

/** Returns the tokens in the context, the size of the context in tokens, and the cost so far. */
export const injectUsage: SessionReadFunction<typeof reads.usageRead> = (...args) =>
  followSessionRead(injectUsage, reads.usageRead, args);

/** Returns the tokens by model and the costs by currency of the session with its subagents, in total. */
export const injectUsageTotals: SessionReadFunction<typeof reads.usageTotalsRead> = (...args) =>
  followSessionRead(injectUsageTotals, reads.usageTotalsRead, args);

/** Returns the prompts that wait for the end of the turn, with the actions of the queue. */
export const injectQueue: SessionReadFunction<typeof reads.queueRead> = (...args) =>
  followSessionRead(injectQueue, reads.queueRead, args);

// Entities

/** Returns one tool call, or `undefined` until it is known. */
export const injectToolCall: SessionReadFunction<typeof reads.toolCallRead> = (...args) =>
  followSessionRead(injectToolCall, reads.toolCallRead, args);

/** Returns the tool calls of the session in first-seen order. */
export const injectToolCalls: SessionReadFunction<typeof reads.toolCallsRead, []> = (...args) =>
  followSessionRead(injectToolCalls, (sessionId) => reads.toolCallsRead(sessionId), args);

/** Returns the ids of the tool calls in first-seen order. */
export const injectToolCallIds: SessionReadFunction<typeof reads.toolCallIdsRead> = (...args) =>
  followSessionRead(injectToolCallIds, reads.toolCallIdsRead, args);

/** Returns one message by its key in the session's `messages`. */
export const injectMessage: SessionReadFunction<typeof reads.messageRead> = (...args) =>
  followSessionRead(injectMessage, reads.messageRead, args);

/** Returns the content blocks of one run of a message, as an item of the timeline names it. */
export const injectMessageRun: SessionReadFunction<typeof reads.messageRunRead> = (...args) =>
  followSessionRead(injectMessageRun, reads.messageRunRead, args);

/** Returns one terminal by its `terminalId`. */
export const injectTerminal: SessionReadFunction<typeof reads.terminalRead> = (...args) =>
  followSessionRead(injectTerminal, reads.terminalRead, args);

/** Returns one permission request, pending or settled, by the `id` of its timeline item. */
export const injectPermission: SessionReadFunction<typeof reads.permissionRead> = (...args) =>
  followSessionRead(injectPermission, reads.permissionRead, args);

/** Returns one compaction of the context by the `id` of its timeline item. */
export const injectCompaction: SessionReadFunction<typeof reads.compactionRead> = (...args) =>
  followSessionRead(injectCompaction, reads.compactionRead, args);

/** Returns one subagent by the `id` of its timeline item, which is also that of its session. */
export const injectSubagent: SessionReadFunction<typeof reads.subagentRead> = (...args) =>
  followSessionRead(injectSubagent, reads.subagentRead, args);

/** Returns one message between two sessions by the `id` of its timeline item. */
export const injectSessionMessage: SessionReadFunction<typeof reads.sessionMessageRead> = (
  ...args
) => followSessionRead(injectSessionMessage, reads.sessionMessageRead, args);

/** Returns one row of the application by the `id` of its timeline item. */
export const injectApplicationRow: SessionReadFunction<typeof reads.applicationRowRead> = (
  ...args
) => followSessionRead(injectApplicationRow, reads.applicationRowRead, args);

/** Returns the turn with an id, or without an id the oldest open turn, or else the last one. */
export const injectTurn: SessionReadFunction<typeof reads.turnRead> = (...args) =>
  followSessionRead(injectTurn, reads.turnRead, args);

/** Returns the plan with an id, or without an id the most recently updated one. */
export const injectPlan: SessionReadFunction<typeof reads.planRead> = (...args) =>
  followSessionRead(injectPlan, reads.planRead, args);

/** Returns the plans of the session in first-seen order. */
export const injectPlans: SessionReadFunction<typeof reads.plansRead> = (...args) =>
  followSessionRead(injectPlans, reads.plansRead, args);

/** Returns the progress of a plan, without an id of the most recently updated one. */
export const injectPlanProgress: SessionReadFunction<typeof reads.planProgressRead> = (...args) =>
  followSessionRead(injectPlanProgress, reads.planProgressRead, args);

/** Returns the file and line that the agent works at. */
export const injectActiveLocation: SessionReadFunction<typeof reads.activeLocationRead> = (
  ...args
) => followSessionRead(injectActiveLocation, reads.activeLocationRead, args);

/** Returns the files that the agent changed, with their numbers of added and removed lines. */
export const injectChangedFiles: SessionReadFunction<typeof reads.changedFilesRead> = (...args) =>
  followSessionRead(injectChangedFiles, reads.changedFilesRead, args);

// Requests that wait for the user

/** Returns the pending permission requests, the oldest first, each with `respond`. */
export const injectPendingPermissions: SessionReadFunction<typeof reads.pendingPermissionsRead> = (
  ...args
) => followSessionRead(injectPendingPermissions, reads.pendingPermissionsRead, args);

/** Returns the pending permission requests of all sessions, the oldest first. */
export const injectAllPendingPermissions: ReadFunction<typeof reads.pendingPermissionsRead, []> = (
  ...args
) => followRead(injectAllPendingPermissions, () => reads.pendingPermissionsRead(), args);

/** Returns the pending requests for user input, the oldest first, each with `respond`. */
export const injectPendingElicitations: SessionReadFunction<
  typeof reads.pendingElicitationsRead
> = (...args) => followSessionRead(injectPendingElicitations, reads.pendingElicitationsRead, args);

/** Returns the pending requests for user input of all sessions and of none, the oldest first. */
export const injectAllPendingElicitations: ReadFunction<
  typeof reads.pendingElicitationsRead,
  []
> = (...args) =>
  followRead(injectAllPendingElicitations, () => reads.pendingElicitationsRead(), args);

/** Returns the pending requests of all sessions, grouped by session. */
export const injectAttention: ReadFunction<typeof reads.attentionRead> = (...args) =>
  followRead(injectAttention, reads.attentionRead, args);
