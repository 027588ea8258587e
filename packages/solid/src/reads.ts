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
} from "./useRead.js";

// The agent and the connection

/** Returns the agent's description of itself from the initialization. */
export const useAgent: ReadFunction<typeof agentRead> = (...args) =>
  followRead(useAgent, agentRead, args);

/** Returns whether the user is signed in to the agent, with the methods to sign in. */
export const useAuth: ReadFunction<typeof authRead> = (...args) =>
  followRead(useAuth, authRead, args);

/** Returns the state of the connection, `undefined` in a store that is only fed with updates. */
export const useConnection: ReadFunction<typeof connectionRead> = (...args) =>
  followRead(useConnection, connectionRead, args);

// Sessions and their fields

/** Returns the session. Every change in it changes the value: prefer a function that reads less. */
export const useSession: SessionReadFunction<typeof sessionRead> = (...args) =>
  followSessionRead(useSession, sessionRead, args);

/** Returns the open sessions in first-seen order. Every change in any session changes the value. */
export const useSessions: ReadFunction<typeof sessionsRead> = (...args) =>
  followRead(useSessions, sessionsRead, args);

/** Returns the sessions that the agent knows, open or not, the most recently active first. */
export const useSessionCatalog: ReadFunction<typeof sessionCatalogRead> = (...args) =>
  followRead(useSessionCatalog, sessionCatalogRead, args);

/** Returns the ids of the open sessions in first-seen order. */
export const useSessionIds: ReadFunction<typeof sessionIdsRead> = (...args) =>
  followRead(useSessionIds, sessionIdsRead, args);

/** Returns the items of the conversation in first-seen order. */
export const useTimeline: SessionReadFunction<typeof timelineRead> = (...args) =>
  followSessionRead(useTimeline, timelineRead, args);

/** Returns the items of the conversation, with those of each subagent as its `children`. */
export const useNestedTimeline: SessionReadFunction<typeof nestedTimelineRead> = (...args) =>
  followSessionRead(useNestedTimeline, nestedTimelineRead, args);

/** Returns the slash commands that the agent currently offers. */
export const useCommands: SessionReadFunction<typeof commandsRead> = (...args) =>
  followSessionRead(useCommands, commandsRead, args);

/** Returns the settings of the session, such as its model, with their current values. */
export const useConfigOptions: SessionReadFunction<typeof configOptionsRead> = (...args) =>
  followSessionRead(useConfigOptions, configOptionsRead, args);

/** Returns the available modes and the current one, `undefined` if the agent has no modes. */
export const useModes: SessionReadFunction<typeof modesRead> = (...args) =>
  followSessionRead(useModes, modesRead, args);

/** Returns the models and the current one. {@link useModelPicker} covers more agents. */
export const useModels: SessionReadFunction<typeof modelsRead> = (...args) =>
  followSessionRead(useModels, modelsRead, args);

/** Returns the choice between modes, in any form that the agent offers. */
export const useModePicker: SessionReadFunction<typeof modePickerRead> = (...args) =>
  followSessionRead(useModePicker, modePickerRead, args);

/** Returns the choice between models, in any form that the agent offers. */
export const useModelPicker: SessionReadFunction<typeof modelPickerRead> = (...args) =>
  followSessionRead(useModelPicker, modelPickerRead, args);

/** Returns the agent's notices outside of the conversation, the newest last. */
export const useNotices: SessionReadFunction<typeof noticesRead> = (...args) =>
  followSessionRead(useNotices, noticesRead, args);

/** Returns the tokens in the context, the size of the context in tokens, and the cost so far. */
export const useUsage: SessionReadFunction<typeof usageRead> = (...args) =>
  followSessionRead(useUsage, usageRead, args);

/** Returns the tokens by model and the costs by currency of the session with its subagents, in total. */
export const useUsageTotals: SessionReadFunction<typeof usageTotalsRead> = (...args) =>
  followSessionRead(useUsageTotals, usageTotalsRead, args);

/** Returns the prompts that wait for the end of the turn, with the actions of the queue. */
export const useQueue: SessionReadFunction<typeof queueRead> = (...args) =>
  followSessionRead(useQueue, queueRead, args);

// Entities

/** Returns one tool call, or `undefined` until it is known. */
export const useToolCall: SessionReadFunction<typeof toolCallRead> = (...args) =>
  followSessionRead(useToolCall, toolCallRead, args);

/** Returns the tool calls of the session in first-seen order. */
export const useToolCalls: SessionReadFunction<typeof toolCallsRead, []> = (...args) =>
  followSessionRead(useToolCalls, (sessionId) => toolCallsRead(sessionId), args);

/** Returns the ids of the tool calls in first-seen order. */
export const useToolCallIds: SessionReadFunction<typeof toolCallIdsRead> = (...args) =>
  followSessionRead(useToolCallIds, toolCallIdsRead, args);

/** Returns one message by its key in the session's `messages`. */
export const useMessage: SessionReadFunction<typeof messageRead> = (...args) =>
  followSessionRead(useMessage, messageRead, args);

/** Returns the content blocks of one run of a message, as an item of the timeline names it. */
export const useMessageRun: SessionReadFunction<typeof messageRunRead> = (...args) =>
  followSessionRead(useMessageRun, messageRunRead, args);

/** Returns one terminal by its `terminalId`. */
export const useTerminal: SessionReadFunction<typeof terminalRead> = (...args) =>
  followSessionRead(useTerminal, terminalRead, args);

/** Returns one permission request, pending or settled, by the `id` of its timeline item. */
export const usePermission: SessionReadFunction<typeof permissionRead> = (...args) =>
  followSessionRead(usePermission, permissionRead, args);

/** Returns one compaction of the context by the `id` of its timeline item. */
export const useCompaction: SessionReadFunction<typeof compactionRead> = (...args) =>
  followSessionRead(useCompaction, compactionRead, args);

/** Returns one subagent by the `id` of its timeline item, which is also that of its session. */
export const useSubagent: SessionReadFunction<typeof subagentRead> = (...args) =>
  followSessionRead(useSubagent, subagentRead, args);

/** Returns one message between two sessions by the `id` of its timeline item. */
export const useSessionMessage: SessionReadFunction<typeof sessionMessageRead> = (...args) =>
  followSessionRead(useSessionMessage, sessionMessageRead, args);

/** Returns one row of the application by the `id` of its timeline item. */
export const useApplicationRow: SessionReadFunction<typeof applicationRowRead> = (...args) =>
  followSessionRead(useApplicationRow, applicationRowRead, args);

/** Returns the turn with an id, or without an id the oldest open turn, or else the last one. */
export const useTurn: SessionReadFunction<typeof turnRead> = (...args) =>
  followSessionRead(useTurn, turnRead, args);

/** Returns the plan with an id, or without an id the most recently updated one. */
export const usePlan: SessionReadFunction<typeof planRead> = (...args) =>
  followSessionRead(usePlan, planRead, args);

/** Returns the plans of the session in first-seen order. */
export const usePlans: SessionReadFunction<typeof plansRead> = (...args) =>
  followSessionRead(usePlans, plansRead, args);

/** Returns the progress of a plan, without an id of the most recently updated one. */
export const usePlanProgress: SessionReadFunction<typeof planProgressRead> = (...args) =>
  followSessionRead(usePlanProgress, planProgressRead, args);

/** Returns the file and line that the agent works at. */
export const useActiveLocation: SessionReadFunction<typeof activeLocationRead> = (...args) =>
  followSessionRead(useActiveLocation, activeLocationRead, args);

/** Returns the files that the agent changed, with their numbers of added and removed lines. */
export const useChangedFiles: SessionReadFunction<typeof changedFilesRead> = (...args) =>
  followSessionRead(useChangedFiles, changedFilesRead, args);

// Requests that wait for the user

/** Returns the pending permission requests, the oldest first, each with `respond`. */
export const usePendingPermissions: SessionReadFunction<typeof pendingPermissionsRead> = (
  ...args
) => followSessionRead(usePendingPermissions, pendingPermissionsRead, args);

/** Returns the pending permission requests of all sessions, the oldest first. */
export const useAllPendingPermissions: ReadFunction<typeof pendingPermissionsRead, []> = (
  ...args
) => followRead(useAllPendingPermissions, () => pendingPermissionsRead(), args);

/** Returns the pending requests for user input, the oldest first, each with `respond`. */
export const usePendingElicitations: SessionReadFunction<typeof pendingElicitationsRead> = (
  ...args
) => followSessionRead(usePendingElicitations, pendingElicitationsRead, args);

/** Returns the pending requests for user input of all sessions and of none, the oldest first. */
export const useAllPendingElicitations: ReadFunction<typeof pendingElicitationsRead, []> = (
  ...args
) => followRead(useAllPendingElicitations, () => pendingElicitationsRead(), args);

/** Returns the pending requests of all sessions, grouped by session. */
export const useAttention: ReadFunction<typeof attentionRead> = (...args) =>
  followRead(useAttention, attentionRead, args);
