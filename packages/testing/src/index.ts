export { createGate } from "./gate.js";
export { scriptedAgent } from "./scriptedAgent.js";
export { memoryTranscripts } from "./transcriptStorage.js";

// Types
export type {
  AgentFeature,
  AgentScript,
  SlashCommand,
  SteeringMessage,
  SteeringOutcome,
  StopReason,
} from "./agentScript.js";
export type {
  AgentEvent,
  ArchivedEvent,
  ExitEvent,
  FileEdit,
  OutputEvent,
  PlanEvent,
  PlanStep,
  PromptBlock,
  PromptEvent,
  SentUpdate,
  TerminalEvent,
  TerminalExit,
  TextEvent,
  TitleEvent,
  ToolCallContentItem,
  ToolCallEvent,
  ToolCallFields,
  UpdateEvent,
  UsageEvent,
} from "./events.js";
export type { Gate } from "./gate.js";
export type { ScriptedAgent, ServeOptions } from "./scriptedAgent.js";
export type { ScriptedSession } from "./session.js";
export type {
  FormAnswers,
  FormProperty,
  FormQuestion,
  PermissionAnswer,
  PermissionChoice,
  PermissionQuestion,
} from "./sessionClient.js";
export type {
  BooleanSetting,
  SelectSetting,
  SettingGroup,
  SettingInfo,
  SettingOption,
  SettingValue,
} from "./settings.js";
export type { SettingChange } from "./sessionSettings.js";
export type { SignInAccount, SignInMethod, SignInScript } from "./signIn.js";
export type { StoredSession, TranscriptStorage } from "./transcriptStorage.js";
export type { ScriptedCall, ScriptedTerminal } from "./toolCall.js";
export type {
  ScriptedCommand,
  ScriptedEdit,
  ScriptSteps,
  SessionAccess,
  Subagent,
  Turn,
} from "./turn.js";
