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
} from "./useRead.js";

// The agent and the connection

/** Returns the agent's description of itself from the initialization. */
export const useAgent: ReadFunction<typeof agentRead> = (...inputs) =>
  followRead(useAgent, agentRead, inputs);

/** Returns whether the user is signed in to the agent, with the methods to sign in. */
export const useAuth: ReadFunction<typeof authRead> = (...inputs) =>
  followRead(useAuth, authRead, inputs);

/** Returns the state of the connection, `undefined` in a store that is only fed with updates. */
export const useConnection: ReadFunction<typeof connectionRead> = (...inputs) =>
  followRead(useConnection, connectionRead, inputs);

// Sessions and their fields

/** Returns the session. Every change in it changes the value: prefer a function that reads less. */
export const useSession: SessionReadFunction<typeof sessionRead> = (...inputs) =>
  followSessionRead(useSession, sessionRead, inputs);

/** Returns the open sessions in first-seen order. Every change in any session changes the value. */
export const useSessions: ReadFunction<typeof sessionsRead> = (...inputs) =>
  followRead(useSessions, sessionsRead, inputs);

/** Returns the sessions that the agent knows, open or not, the most recently active first. */
export const useSessionCatalog: ReadFunction<typeof sessionCatalogRead> = (...inputs) =>
  followRead(useSessionCatalog, sessionCatalogRead, inputs);

/** Returns the ids of the open sessions in first-seen order. */
export const useSessionIds: ReadFunction<typeof sessionIdsRead> = (...inputs) =>
  followRead(useSessionIds, sessionIdsRead, inputs);

/** Returns the items of the conversation in first-seen order. */
export const useTimeline: SessionReadFunction<typeof timelineRead> = (...inputs) =>
  followSessionRead(useTimeline, timelineRead, inputs);

/** Returns the items of the conversation, with those of each subagent as its `children`. */
export const useNestedTimeline: SessionReadFunction<typeof nestedTimelineRead> = (...inputs) =>
  followSessionRead(useNestedTimeline, nestedTimelineRead, inputs);

/** Returns the slash commands that the agent currently offers. */
export const useCommands: SessionReadFunction<typeof commandsRead> = (...inputs) =>
  followSessionRead(useCommands, commandsRead, inputs);

/** Returns the settings of the session, such as its model, with their current values. */
export const useConfigOptions: SessionReadFunction<typeof configOptionsRead> = (...inputs) =>
  followSessionRead(useConfigOptions, configOptionsRead, inputs);

/** Returns the available modes and the current one, `undefined` if the agent has no modes. */
export const useModes: SessionReadFunction<typeof modesRead> = (...inputs) =>
  followSessionRead(useModes, modesRead, inputs);

/** Returns the available models and the current one. {@link useModelPicker} covers more agents. */
export const useModels: SessionReadFunction<typeof modelsRead> = (...inputs) =>
  followSessionRead(useModels, modelsRead, inputs);

/** Returns the choice between modes, in whichever form the agent offers it. */
export const useModePicker: SessionReadFunction<typeof modePickerRead> = (...inputs) =>
  followSessionRead(useModePicker, modePickerRead, inputs);

/** Returns the choice between models, in whichever form the agent offers it. */
export const useModelPicker: SessionReadFunction<typeof modelPickerRead> = (...inputs) =>
  followSessionRead(useModelPicker, modelPickerRead, inputs);

/** Returns the agent's notices outside of the conversation, the newest last. */
export const useNotices: SessionReadFunction<typeof noticesRead> = (...inputs) =>
  followSessionRead(useNotices, noticesRead, inputs);

/** Returns the tokens in the context, the size of the context in tokens, and the cost so far. */
export const useUsage: SessionReadFunction<typeof usageRead> = (...inputs) =>
  followSessionRead(useUsage, usageRead, inputs);

/** Returns the prompts that wait for the end of the turn, with the actions of the queue. */
export const useQueue: SessionReadFunction<typeof queueRead> = (...inputs) =>
  followSessionRead(useQueue, queueRead, inputs);

// Entities

/** Returns one tool call, or `undefined` until it is known. */
export const useToolCall: SessionReadFunction<typeof toolCallRead> = (...inputs) =>
  followSessionRead(useToolCall, toolCallRead, inputs);

/** Returns the tool calls of the session in first-seen order. */
export const useToolCalls: SessionReadFunction<typeof toolCallsRead, []> = (...inputs) =>
  followSessionRead(useToolCalls, (sessionId) => toolCallsRead(sessionId), inputs);

/** Returns the ids of the tool calls in first-seen order. */
export const useToolCallIds: SessionReadFunction<typeof toolCallIdsRead> = (...inputs) =>
  followSessionRead(useToolCallIds, toolCallIdsRead, inputs);

/** Returns one message by its key in the session's `messages`. */
export const useMessage: SessionReadFunction<typeof messageRead> = (...inputs) =>
  followSessionRead(useMessage, messageRead, inputs);

/** Returns the content blocks of one run of a message, as an item of the timeline names it. */
export const useMessageRun: SessionReadFunction<typeof messageRunRead> = (...inputs) =>
  followSessionRead(useMessageRun, messageRunRead, inputs);

/** Returns one terminal by its `terminalId`. */
export const useTerminal: SessionReadFunction<typeof terminalRead> = (...inputs) =>
  followSessionRead(useTerminal, terminalRead, inputs);

/** Returns one permission request, pending or settled, by the `id` of its timeline item. */
export const usePermission: SessionReadFunction<typeof permissionRead> = (...inputs) =>
  followSessionRead(usePermission, permissionRead, inputs);

/** Returns one compaction of the context by the `id` of its timeline item. */
export const useCompaction: SessionReadFunction<typeof compactionRead> = (...inputs) =>
  followSessionRead(useCompaction, compactionRead, inputs);

/** Returns one subagent by the `id` of its timeline item, which is also that of its session. */
export const useSubagent: SessionReadFunction<typeof subagentRead> = (...inputs) =>
  followSessionRead(useSubagent, subagentRead, inputs);

/** Returns one message between two sessions by the `id` of its timeline item. */
export const useSessionMessage: SessionReadFunction<typeof sessionMessageRead> = (...inputs) =>
  followSessionRead(useSessionMessage, sessionMessageRead, inputs);

/** Returns one row of the application by the `id` of its timeline item. */
export const useApplicationRow: SessionReadFunction<typeof applicationRowRead> = (...inputs) =>
  followSessionRead(useApplicationRow, applicationRowRead, inputs);

/** Returns the turn with an id, or without an id the oldest open turn, or else the last one. */
export const useTurn: SessionReadFunction<typeof turnRead> = (...inputs) =>
  followSessionRead(useTurn, turnRead, inputs);

/** Returns the plan with an id, or without an id the most recently updated one. */
export const usePlan: SessionReadFunction<typeof planRead> = (...inputs) =>
  followSessionRead(usePlan, planRead, inputs);

/** Returns the plans of the session in first-seen order. */
export const usePlans: SessionReadFunction<typeof plansRead> = (...inputs) =>
  followSessionRead(usePlans, plansRead, inputs);

/**
 * Returns the progress of the plan with an id, or without an id of the most recently updated one.
 */
export const usePlanProgress: SessionReadFunction<typeof planProgressRead> = (...inputs) =>
  followSessionRead(usePlanProgress, planProgressRead, inputs);

/** Returns the file and line that the agent works at. */
export const useActiveLocation: SessionReadFunction<typeof activeLocationRead> = (...inputs) =>
  followSessionRead(useActiveLocation, activeLocationRead, inputs);

/** Returns the files that the agent changed, with their numbers of added and removed lines. */
export const useChangedFiles: SessionReadFunction<typeof changedFilesRead> = (...inputs) =>
  followSessionRead(useChangedFiles, changedFilesRead, inputs);

// Requests that wait for the user

/**
 * Returns the pending permission requests of the session, the oldest first, each with `respond`.
 */
export const usePendingPermissions: SessionReadFunction<typeof pendingPermissionsRead> = (
  ...inputs
) => followSessionRead(usePendingPermissions, pendingPermissionsRead, inputs);

/** Returns the pending permission requests of all sessions, the oldest first. */
export const useAllPendingPermissions: ReadFunction<typeof pendingPermissionsRead, []> = (
  ...inputs
) => followRead(useAllPendingPermissions, () => pendingPermissionsRead(), inputs);

/**
 * Returns the pending requests for user input of the session, the oldest first, each with `respond`.
 */
export const usePendingElicitations: SessionReadFunction<typeof pendingElicitationsRead> = (
  ...inputs
) => followSessionRead(usePendingElicitations, pendingElicitationsRead, inputs);

/** Returns the pending requests for user input of all sessions and of none, the oldest first. */
export const useAllPendingElicitations: ReadFunction<typeof pendingElicitationsRead, []> = (
  ...inputs
) => followRead(useAllPendingElicitations, () => pendingElicitationsRead(), inputs);

/** Returns the pending requests of all sessions, grouped by session. */
export const useAttention: ReadFunction<typeof attentionRead> = (...inputs) =>
  followRead(useAttention, attentionRead, inputs);
