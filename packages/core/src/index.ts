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
export type { WatchTarget } from "./notify/watchers.js";
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
  BlobResource,
  ChangesItem,
  ContentBlock,
  ContentItem,
  DiffItem,
  FileChange,
  FilePatch,
  Icon,
  ImageBlock,
  Meta,
  ResourceBlock,
  ResourceLinkBlock,
  TerminalItem,
  TextBlock,
  TextResource,
  ToolCallContent,
  Unrecognized,
  UnrecognizedBlock,
  UnrecognizedItem,
} from "./state/content.js";
export type {
  AvailableCommand,
  BackgroundSubagent,
  BackgroundTerminal,
  BackgroundToolCall,
  BackgroundWork,
  BooleanConfigOption,
  CommandInput,
  Compaction,
  ConfigOption,
  ConfigOptionGroup,
  ConfigOptionValue,
  Cost,
  Notice,
  SelectConfigOption,
  SessionInfo,
  SessionMessage,
  SessionMode,
  SessionModes,
  Subagent,
  SubagentError,
  SubagentState,
  Terminal,
  TerminalExit,
  TerminalSize,
  UnrecognizedBackgroundWork,
  UnrecognizedConfigOption,
  Usage,
} from "./state/sessionParts.js";
export type {
  AgentAuthMethod,
  AgentCapabilities,
  AgentSessionCapabilities,
  AgentState,
  AuthCapabilities,
  AuthMethod,
  EnvVariable,
  Implementation,
  McpCapabilities,
  PromptCapabilities,
  SessionCapabilities,
  SessionMcpCapabilities,
  SessionPromptCapabilities,
  SystemPromptCapabilities,
  SystemPromptModes,
  TerminalAuthMethod,
  UnrecognizedAuthMethod,
} from "./state/agent.js";
export type {
  Capabilities,
  CapabilityMarker,
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
  CommandSubject,
  Elicitation,
  Permission,
  PermissionOption,
  PermissionSubject,
  RequestedToolCall,
  ToolCallSubject,
  UnrecognizedSubject,
  SettledReason,
} from "./state/requests.js";
export type {
  AcpState,
  Activity,
  Connection,
  EntityOf,
  RootTableName,
  RootTables,
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
