import type {
  ActivityEvent,
  CancelTimedOutEvent,
  PromptAcceptedEvent,
  PromptQueuedEvent,
  PromptSteeredEvent,
  PromptUnqueuedEvent,
  QueuedPromptEditedEvent,
  QueuedPromptHeldEvent,
  QueuedPromptMovedEvent,
  QueueReleasedEvent,
  SteeringSettledEvent,
  TranscriptEvent,
  TurnCancelledEvent,
  TurnEndedEvent,
  TurnStartedEvent,
} from "./conversationEvents.js";
import type {
  AuthEvent,
  AuthReportedEvent,
  CatalogRestoredEvent,
  CommandsEvent,
  ConfigOptionsEvent,
  ConnectedEvent,
  ConnectingEvent,
  DisconnectedEvent,
  ModeEvent,
  NoticeEvent,
  SessionArchivedEvent,
  SessionClosedEvent,
  SessionDeletedEvent,
  SessionDetachedEvent,
  SessionInfoEvent,
  SessionOpenedEvent,
  SessionReadEvent,
  SessionRestoredEvent,
  SessionsListedEvent,
  SessionTitledEvent,
  SettingConfirmedEvent,
  SettingRefusedEvent,
  SettingRequestedEvent,
  UnknownUpdateEvent,
  UpdateMetaEvent,
  FileWrittenEvent,
  ApplicationRowEvent,
  ApplicationRowRemovedEvent,
  UsageEvent,
} from "./sessionEvents.js";
import type { ReplayEndedEvent, ReplayMergedEvent, ReplayStartedEvent } from "./replayEvents.js";
import type {
  ElicitationCompletedEvent,
  ElicitationRequestedEvent,
  ElicitationSettledEvent,
  PermissionLeftToUserEvent,
  PermissionRequestedEvent,
  PermissionSettledEvent,
} from "./requestEvents.js";
import type { SessionId } from "../state/entities.js";

/** Everything that changes the state. Both protocol versions translate into these events. */
export type AcpEventBody =
  | ConnectingEvent
  | ConnectedEvent
  | DisconnectedEvent
  | AuthEvent
  | AuthReportedEvent
  | SessionsListedEvent
  | SessionTitledEvent
  | SessionArchivedEvent
  | SessionDeletedEvent
  | SessionReadEvent
  | SessionOpenedEvent
  | SessionRestoredEvent
  | CatalogRestoredEvent
  | SessionClosedEvent
  | SessionDetachedEvent
  | ReplayStartedEvent
  | ReplayEndedEvent
  | ReplayMergedEvent
  | TranscriptEvent
  | TurnStartedEvent
  | TurnEndedEvent
  | PromptSteeredEvent
  | SteeringSettledEvent
  | TurnCancelledEvent
  | CancelTimedOutEvent
  | PromptQueuedEvent
  | PromptUnqueuedEvent
  | QueuedPromptEditedEvent
  | QueuedPromptMovedEvent
  | QueuedPromptHeldEvent
  | QueueReleasedEvent
  | PromptAcceptedEvent
  | ActivityEvent
  | NoticeEvent
  | PermissionRequestedEvent
  | PermissionLeftToUserEvent
  | PermissionSettledEvent
  | ElicitationRequestedEvent
  | ElicitationSettledEvent
  | ElicitationCompletedEvent
  | CommandsEvent
  | ModeEvent
  | ConfigOptionsEvent
  | SettingRequestedEvent
  | SettingConfirmedEvent
  | SettingRefusedEvent
  | SessionInfoEvent
  | UsageEvent
  | UnknownUpdateEvent
  | UpdateMetaEvent
  | FileWrittenEvent
  | ApplicationRowEvent
  | ApplicationRowRemovedEvent;

/** An event that belongs to a session. */
export type SessionEventBody = Extract<AcpEventBody, { sessionId: SessionId }>;

/** An event with its time, in ms of the store's clock. The state is a fold over events. */
export type AcpEvent = AcpEventBody & { readonly at: number };

/** The event of one type. */
export type EventOf<Type extends AcpEventBody["type"]> = Extract<AcpEvent, { type: Type }>;
