import * as reads from "@acp-store/core/reads";
import {
  followRead,
  followSessionRead,
  type ReadFunction,
  type SessionReadFunction,
} from "./useRead.js";

// The agent and the connection

/** Returns the agent's description of itself from the initialization. */
export const useAgent: ReadFunction<typeof reads.agentRead> = (...args) =>
  followRead(useAgent, reads.agentRead, args);

/** Returns whether the user is signed in to the agent, with the methods to sign in. */
export const useAuth: ReadFunction<typeof reads.authRead> = (...args) =>
  followRead(useAuth, reads.authRead, args);

/** Returns the state of the connection, `undefined` in a store that is only fed with updates. */
export const useConnection: ReadFunction<typeof reads.connectionRead> = (...args) =>
  followRead(useConnection, reads.connectionRead, args);

// Sessions and their fields

/** Returns the session. Every change in it changes the value: prefer a function that reads less. */
export const useSession: SessionReadFunction<typeof reads.sessionRead> = (...args) =>
  followSessionRead(useSession, reads.sessionRead, args);

/** Returns the open sessions in first-seen order. Every change in any session changes the value. */
export const useSessions: ReadFunction<typeof reads.sessionsRead> = (...args) =>
  followRead(useSessions, reads.sessionsRead, args);

/** Returns the sessions that the agent knows, open or not, the most recently active first. */
export const useSessionCatalog: ReadFunction<typeof reads.sessionCatalogRead> = (...args) =>
  followRead(useSessionCatalog, reads.sessionCatalogRead, args);

/** Returns the ids of the open sessions in first-seen order. */
export const useSessionIds: ReadFunction<typeof reads.sessionIdsRead> = (...args) =>
  followRead(useSessionIds, reads.sessionIdsRead, args);

/** Returns the items of the conversation in first-seen order. */
export const useTimeline: SessionReadFunction<typeof reads.timelineRead> = (...args) =>
  followSessionRead(useTimeline, reads.timelineRead, args);

/** Returns the items of the conversation, with those of each subagent as its `children`. */
export const useNestedTimeline: SessionReadFunction<typeof reads.nestedTimelineRead> = (...args) =>
  followSessionRead(useNestedTimeline, reads.nestedTimelineRead, args);

/** Returns the slash commands that the agent currently offers. */
export const useCommands: SessionReadFunction<typeof reads.commandsRead> = (...args) =>
  followSessionRead(useCommands, reads.commandsRead, args);

/** Returns the settings of the session, such as its model, with their current values. */
export const useConfigOptions: SessionReadFunction<typeof reads.configOptionsRead> = (...args) =>
  followSessionRead(useConfigOptions, reads.configOptionsRead, args);

/** Returns the available modes and the current one, `undefined` if the agent has no modes. */
export const useModes: SessionReadFunction<typeof reads.modesRead> = (...args) =>
  followSessionRead(useModes, reads.modesRead, args);

/** Returns the models and the current one. {@link useModelPicker} covers more agents. */
export const useModels: SessionReadFunction<typeof reads.modelsRead> = (...args) =>
  followSessionRead(useModels, reads.modelsRead, args);

/** Returns the choice between modes, in any form that the agent offers. */
export const useModePicker: SessionReadFunction<typeof reads.modePickerRead> = (...args) =>
  followSessionRead(useModePicker, reads.modePickerRead, args);

/** Returns the choice between models, in any form that the agent offers. */
export const useModelPicker: SessionReadFunction<typeof reads.modelPickerRead> = (...args) =>
  followSessionRead(useModelPicker, reads.modelPickerRead, args);

/** Returns the agent's notices outside of the conversation, the newest last. */
export const useNotices: SessionReadFunction<typeof reads.noticesRead> = (...args) =>
  followSessionRead(useNotices, reads.noticesRead, args);

/** Returns the tokens in the context, the size of the context in tokens, and the cost so far. */
export const useUsage: SessionReadFunction<typeof reads.usageRead> = (...args) =>
  followSessionRead(useUsage, reads.usageRead, args);

/** Returns the tokens by model and the costs by currency of the session with its subagents, in total. */
export const useUsageTotals: SessionReadFunction<typeof reads.usageTotalsRead> = (...args) =>
  followSessionRead(useUsageTotals, reads.usageTotalsRead, args);

/** Returns the prompts that wait for the end of the turn, with the actions of the queue. */
export const useQueue: SessionReadFunction<typeof reads.queueRead> = (...args) =>
  followSessionRead(useQueue, reads.queueRead, args);

// Entities

/** Returns one tool call, or `undefined` until it is known. */
export const useToolCall: SessionReadFunction<typeof reads.toolCallRead> = (...args) =>
  followSessionRead(useToolCall, reads.toolCallRead, args);

/** Returns the tool calls of the session in first-seen order. */
export const useToolCalls: SessionReadFunction<typeof reads.toolCallsRead, []> = (...args) =>
  followSessionRead(useToolCalls, (sessionId) => reads.toolCallsRead(sessionId), args);

/** Returns the ids of the tool calls in first-seen order. */
export const useToolCallIds: SessionReadFunction<typeof reads.toolCallIdsRead> = (...args) =>
  followSessionRead(useToolCallIds, reads.toolCallIdsRead, args);

/** Returns one message by its key in the session's `messages`. */
export const useMessage: SessionReadFunction<typeof reads.messageRead> = (...args) =>
  followSessionRead(useMessage, reads.messageRead, args);

/** Returns the content blocks of one run of a message, as an item of the timeline names it. */
export const useMessageRun: SessionReadFunction<typeof reads.messageRunRead> = (...args) =>
  followSessionRead(useMessageRun, reads.messageRunRead, args);

/** Returns one terminal by its `terminalId`. */
export const useTerminal: SessionReadFunction<typeof reads.terminalRead> = (...args) =>
  followSessionRead(useTerminal, reads.terminalRead, args);

/** Returns one permission request, pending or settled, by the `id` of its timeline item. */
export const usePermission: SessionReadFunction<typeof reads.permissionRead> = (...args) =>
  followSessionRead(usePermission, reads.permissionRead, args);

/** Returns one compaction of the context by the `id` of its timeline item. */
export const useCompaction: SessionReadFunction<typeof reads.compactionRead> = (...args) =>
  followSessionRead(useCompaction, reads.compactionRead, args);

/** Returns one subagent by the `id` of its timeline item, which is also that of its session. */
export const useSubagent: SessionReadFunction<typeof reads.subagentRead> = (...args) =>
  followSessionRead(useSubagent, reads.subagentRead, args);

/** Returns one message between two sessions by the `id` of its timeline item. */
export const useSessionMessage: SessionReadFunction<typeof reads.sessionMessageRead> = (...args) =>
  followSessionRead(useSessionMessage, reads.sessionMessageRead, args);

/** Returns one row of the application by the `id` of its timeline item. */
export const useApplicationRow: SessionReadFunction<typeof reads.applicationRowRead> = (...args) =>
  followSessionRead(useApplicationRow, reads.applicationRowRead, args);

/** Returns the turn with an id, or without an id the oldest open turn, or else the last one. */
export const useTurn: SessionReadFunction<typeof reads.turnRead> = (...args) =>
  followSessionRead(useTurn, reads.turnRead, args);

/** Returns the plan with an id, or without an id the most recently updated one. */
export const usePlan: SessionReadFunction<typeof reads.planRead> = (...args) =>
  followSessionRead(usePlan, reads.planRead, args);

/** Returns the plans of the session in first-seen order. */
export const usePlans: SessionReadFunction<typeof reads.plansRead> = (...args) =>
  followSessionRead(usePlans, reads.plansRead, args);

/** Returns the progress of a plan, without an id of the most recently updated one. */
export const usePlanProgress: SessionReadFunction<typeof reads.planProgressRead> = (...args) =>
  followSessionRead(usePlanProgress, reads.planProgressRead, args);

/** Returns the file and line that the agent works at. */
export const useActiveLocation: SessionReadFunction<typeof reads.activeLocationRead> = (...args) =>
  followSessionRead(useActiveLocation, reads.activeLocationRead, args);

/** Returns the files that the agent changed, with their numbers of added and removed lines. */
export const useChangedFiles: SessionReadFunction<typeof reads.changedFilesRead> = (...args) =>
  followSessionRead(useChangedFiles, reads.changedFilesRead, args);

// Requests that wait for the user

/** Returns the pending permission requests, the oldest first, each with `respond`. */
export const usePendingPermissions: SessionReadFunction<typeof reads.pendingPermissionsRead> = (
  ...args
) => followSessionRead(usePendingPermissions, reads.pendingPermissionsRead, args);

/** Returns the pending permission requests of all sessions, the oldest first. */
export const useAllPendingPermissions: ReadFunction<typeof reads.pendingPermissionsRead, []> = (
  ...args
) => followRead(useAllPendingPermissions, () => reads.pendingPermissionsRead(), args);

/** Returns the pending requests for user input, the oldest first, each with `respond`. */
export const usePendingElicitations: SessionReadFunction<typeof reads.pendingElicitationsRead> = (
  ...args
) => followSessionRead(usePendingElicitations, reads.pendingElicitationsRead, args);

/** Returns the pending requests for user input of all sessions and of none, the oldest first. */
export const useAllPendingElicitations: ReadFunction<typeof reads.pendingElicitationsRead, []> = (
  ...args
) => followRead(useAllPendingElicitations, () => reads.pendingElicitationsRead(), args);

/** Returns the pending requests of all sessions, grouped by session. */
export const useAttention: ReadFunction<typeof reads.attentionRead> = (...args) =>
  followRead(useAttention, reads.attentionRead, args);
