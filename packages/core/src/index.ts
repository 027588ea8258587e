export { applyAcpPatches } from "./commit/applyPatches.js";
export type { AcpPatch, PatchPath } from "./commit/patch.js";
export type { Diagnostic, DiagnosticCode, IngestResult } from "./diagnostics.js";
export {
  AcpElicitationError,
  AcpPermissionError,
  isAcpElicitationError,
  isAcpPermissionError,
} from "./errors.js";
export type { AcpElicitationErrorReason, AcpPermissionErrorReason } from "./errors.js";
export type {
  AcpEvent,
  AcpEventBody,
  EventOf,
  MetaPatch,
  Retry,
  ToolCallPatch,
} from "./events/event.js";
export type { Limits } from "./limits.js";
export type { AbortSignalLike } from "./notify/environment.js";
export type { StateListener } from "./notify/notifier.js";
export type { Scheduler, SchedulerName } from "./notify/scheduler.js";
export type { WatchedChanges } from "./notify/watchedChanges.js";
export type { WatchListener, WatchTarget } from "./notify/watchers.js";
export { isFinalStatus } from "./reduce/toolCallStatus.js";
export { selectPendingElicitations } from "./select/elicitations.js";
export { AcpDeserializeError, isAcpDeserializeError } from "./persist/deserializeError.js";
export type { AcpDeserializeErrorReason } from "./persist/deserializeError.js";
export { deserialize } from "./persist/deserialize.js";
export type { JsonValue } from "./persist/copyJson.js";
export { serialize } from "./persist/serialize.js";
export type { SerializedAcpState } from "./persist/serialize.js";
export type { ChangedFile } from "./select/fileLedger.js";
export { selectActiveLocation } from "./select/selectActiveLocation.js";
export type { ActiveLocation } from "./select/selectActiveLocation.js";
export { selectAttention } from "./select/selectAttention.js";
export type { SessionAttention } from "./select/selectAttention.js";
export { selectChangedFiles } from "./select/selectChangedFiles.js";
export { selectPlanProgress } from "./select/selectPlanProgress.js";
export type { PlanProgress } from "./select/selectPlanProgress.js";
export { selectNestedTimeline } from "./select/selectNestedTimeline.js";
export type { NestedTimelineItem } from "./select/selectNestedTimeline.js";
export {
  selectMessages,
  selectPendingPermissions,
  selectPermission,
  selectPlan,
  selectPlans,
  selectSession,
  selectSessions,
  selectTerminal,
  selectTimeline,
  selectToolCall,
  selectToolCalls,
  selectTurn,
} from "./select/sessions.js";
export type {
  Annotations,
  AudioBlock,
  ChangesItem,
  ContentBlock,
  ContentItem,
  DiffItem,
  FileChange,
  Icon,
  ImageBlock,
  Meta,
  ResourceBlock,
  ResourceLinkBlock,
  TerminalItem,
  TextBlock,
  ToolCallContent,
  Unrecognized,
  UnrecognizedBlock,
  UnrecognizedItem,
} from "./state/content.js";
export type {
  AvailableCommand,
  BackgroundWork,
  Compaction,
  ConfigOption,
  Notice,
  SessionInfo,
  SessionMessage,
  SessionMode,
  SessionModes,
  Subagent,
  Terminal,
  TerminalExit,
  TerminalSize,
  Usage,
} from "./state/sessionParts.js";
export type {
  Capabilities,
  Message,
  MessageRole,
  Plan,
  PlanEntry,
  SessionId,
  TokenUsage,
  ToolCall,
  ToolCallLocation,
  ToolCallStatus,
  ToolKind,
  Turn,
  TurnError,
  TurnId,
} from "./state/entities.js";
export type {
  Elicitation,
  Permission,
  PermissionOption,
  PermissionReason,
  PermissionSubject,
  RequestedToolCall,
} from "./state/requests.js";
export type {
  AcpState,
  Activity,
  AgentState,
  Connection,
  EntityOf,
  QueuedPrompt,
  Session,
  SessionField,
  SessionFields,
  SessionTables,
  StateField,
  TableName,
  TimelineItem,
  UnknownUpdate,
} from "./state/state.js";
export { createAcpStore } from "./store/createAcpStore.js";
export type {
  AcpStore,
  AcpStoreOptions,
  CommitRecord,
  DiagnosticRecord,
  ElicitationResponse,
  Frame,
  FrameRecord,
  InspectRecord,
  PermissionContext,
  PermissionPolicy,
  PermissionRequest,
  PermissionResponse,
  PolicyAnswer,
  SelectorOptions,
  SessionSetup,
  Subscribe,
} from "./store/types.js";
export type { RequestId } from "./wire/jsonRpc.js";
