// Creating a store
export { createAcpStore } from "./store/createAcpStore.js";

// Errors and diagnostics
export {
  AcpApplicationRowError,
  AcpElicitationError,
  AcpPermissionError,
  AcpSessionError,
  AcpStoreError,
  createErrorGuard,
  isAcpApplicationRowError,
  isAcpElicitationError,
  isAcpPermissionError,
  isAcpSessionError,
  isAcpStoreError,
} from "./errors.js";
export { AcpDeserializeError, isAcpDeserializeError } from "./persist/deserializeError.js";
export { limitLevels } from "./depth.js";

// Selectors
export { countDiffLines } from "./select/countLines.js";
export { listReportedEdits, type ReportedEdit } from "./select/listReportedEdits.js";
export { getCommandLine } from "./select/getCommandLine.js";
export { selectPendingElicitations } from "./select/elicitations.js";
export { parseWorktreePath } from "./select/parseWorktreePath.js";
export { selectActiveLocation } from "./select/selectActiveLocation.js";
export { selectAttention } from "./select/selectAttention.js";
export {
  selectSubagent,
  selectSubagentStatus,
  selectWorkingSubagents,
} from "./select/selectSubagent.js";
export { selectStalled } from "./select/selectStalled.js";
export { selectChangedFiles } from "./select/selectChangedFiles.js";
export { selectRetry } from "./select/selectRetry.js";
export { selectUsageTotals, sumUsageTotals } from "./select/selectUsageTotals.js";
export { isMcpTransportSupported } from "./select/isMcpTransportSupported.js";
export { selectModelPicker, selectModePicker } from "./select/selectPicker.js";
export { selectNestedTimeline } from "./select/selectNestedTimeline.js";
export { selectPlanProgress } from "./select/selectPlanProgress.js";
export { selectSessionCatalog } from "./select/selectSessionCatalog.js";
export { selectPermission, selectTerminal, selectToolCall } from "./select/entities.js";
export { getPermissionTitle, selectPermissionTitle } from "./select/selectPermissionTitle.js";
export {
  isSessionBusy,
  isSessionUnopened,
  selectMessageRun,
  selectMessages,
  selectPendingPermissions,
  selectPlan,
  selectPlans,
  selectSession,
  selectSessions,
  selectTimeline,
  selectToolCalls,
  selectTurn,
} from "./select/sessions.js";
export { isAmbiguousOption } from "./state/ambiguousOptions.js";
export { isChangesDiff, isTextDiff } from "./state/diffs.js";
export { isFinalStatus, isOpenPhase } from "./state/entities.js";

// Saving and restoring the state
export { deserialize } from "./persist/deserialize.js";
export { serialize, serializeSession } from "./persist/serialize.js";

// Inspecting: messages, events and patches
export { applyAcpPatches } from "./replica/applyAcpPatches.js";

// Types: creating a store
export type {
  AcpStoreOptions,
  ElicitationOptions,
  RequestOptions,
  SessionSetup,
} from "./store/options.js";
export type { AcpStore } from "./store/types.js";
export type { AcpView, ReadableAcpStore } from "./store/view.js";
export type {
  ExpectedPromptOptions,
  PromptDisplay,
  QueueActions,
  QueuePromptOptions,
} from "./store/queueActions.js";
export type { Limits } from "./limits.js";
export type { AbortSignalLike } from "./notify/environment.js";
export type { RequestId } from "./wire/jsonRpc.js";

// Types: listening to changes
export type { SelectorOptions, StateListener, Subscribe } from "./notify/publishedState.js";
export type { Scheduler, SchedulerName } from "./notify/scheduler.js";
export type {
  AppendedText,
  WatchedChanges,
  WatchListener,
  WatchTarget,
} from "./notify/watchers.js";

// Types: permissions and elicitations
export type {
  ElicitationResponse,
  PermissionContext,
  PermissionPolicy,
  PermissionRequest,
  PermissionResponse,
  PolicyAnswer,
} from "./store/requestTypes.js";

// Types: errors and diagnostics
export type {
  AcpApplicationRowErrorReason,
  AcpElicitationErrorReason,
  AcpPermissionErrorReason,
  AcpSessionErrorReason,
} from "./errors.js";
export type { AcpDeserializeErrorReason } from "./persist/deserializeError.js";
export type { Diagnostic, DiagnosticCode, IngestResult } from "./diagnostics.js";

// Types: selectors
export type { LineCounts } from "./select/countLines.js";
export type { ActiveLocation } from "./select/selectActiveLocation.js";
export type { RetryablePrompt } from "./select/selectRetry.js";
export type { SubagentStatus } from "./select/selectSubagent.js";
export type { StalledItem, StalledOptions } from "./select/selectStalled.js";
export type { SessionAttention } from "./select/selectAttention.js";
export type { ChangedFile } from "./select/fileLedger.js";
export type { PickerChoice, SettingPicker } from "./select/selectPicker.js";
export type { NestedItemFields, NestedTimelineItem } from "./select/selectNestedTimeline.js";
export type { PlanProgress } from "./select/selectPlanProgress.js";
export type { CatalogFilter } from "./select/selectSessionCatalog.js";
export type { WorktreePath } from "./select/parseWorktreePath.js";

// Types: saving and restoring the state
export type { JsonValue } from "./json.js";
export type { SerializedAcpState } from "./persist/serialize.js";

// Types: messages, events and patches
export type { AcpPatch, PatchPath } from "./commit/patch.js";
export type { AcpEvent, AcpEventBody } from "./events/event.js";
export type * from "./events/conversationEvents.js";
export type * from "./events/eventParts.js";
export type * from "./events/replayEvents.js";
export type * from "./events/requestEvents.js";
export type * from "./events/sessionEvents.js";
export type {
  CommitRecord,
  DiagnosticRecord,
  Frame,
  FrameRecord,
  InspectRecord,
  PatchesAppliedEvent,
} from "./notify/inspectors.js";

// Types: the state
export type {
  AcpState,
  Activity,
  Connection,
  QueuedPrompt,
  Session,
  SessionField,
  SessionFields,
  StateField,
  UnknownFields,
  UnknownUpdate,
} from "./state/state.js";
export type {
  EntityTimelineItem,
  MessageTimelineItem,
  RootTableName,
  RootTables,
  SessionTables,
  TableName,
  TimelineItem,
} from "./state/tables.js";

// Types: entities
export type { CatalogEntry, SessionOrigin, TurnFailure } from "./state/catalog.js";
export type {
  Capabilities,
  CapabilityMarker,
  EntityTimes,
  Message,
  MessageRole,
  Plan,
  PlanEntry,
  ModelTokens,
  SessionId,
  TokenCounts,
  TokenUsage,
  ToolCall,
  ToolCallLocation,
  ToolCallPhase,
  ToolCallStatus,
  ToolCallStoreField,
  ToolKind,
  Turn,
  TurnError,
  TurnId,
} from "./state/entities.js";
export type {
  CommandSubject,
  Elicitation,
  ElicitationButtons,
  Permission,
  PermissionOption,
  PermissionSubject,
  RequestedToolCall,
  SettledReason,
  ToolCallSubject,
  UnrecognizedSubject,
} from "./state/requests.js";
export type * from "./state/sessionParts.js";
export type * from "./state/sessionSettings.js";

// Types: the agent
export type {
  AgentAuth,
  AgentAuthFields,
  AuthStep,
  AgentAuthMethod,
  AgentCapabilities,
  AgentSessionCapabilities,
  AgentState,
  AuthAccount,
  AuthCapabilities,
  AuthMethod,
  AuthMethodFields,
  EnvVariable,
  Implementation,
  McpCapabilities,
  OptionalSessionCapabilities,
  PromptCapabilities,
  SessionCapabilities,
  SessionMcpCapabilities,
  SessionPromptCapabilities,
  SystemPromptCapabilities,
  SystemPromptModes,
  TerminalAuthMethod,
  UnrecognizedAuthMethod,
} from "./state/agent.js";

// Types: content
export type {
  Annotations,
  AudioBlock,
  BlobResource,
  BlockExtras,
  ChangesDiffItem,
  ContentBlock,
  ContentItem,
  DiffItem,
  FileChange,
  FilePatch,
  Icon,
  ImageBlock,
  Meta,
  ResourceBlock,
  ResourceFields,
  ResourceLinkBlock,
  TerminalItem,
  TextBlock,
  TextDiffItem,
  TextResource,
  ToolCallContent,
  Unrecognized,
  UnrecognizedBlock,
  UnrecognizedItem,
} from "./state/content.js";
