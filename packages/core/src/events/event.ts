import type * as conversation from "./conversationEvents.js";
import type * as session from "./sessionEvents.js";
import type * as replay from "./replayEvents.js";
import type * as request from "./requestEvents.js";
import type { SessionId } from "../state/entities.js";

/** Everything that changes the state. Both protocol versions translate into these events. */
export type AcpEventBody =
  | session.ConnectingEvent
  | session.ConnectedEvent
  | session.DisconnectedEvent
  | session.AuthEvent
  | session.AuthReportedEvent
  | session.SessionsListedEvent
  | session.SessionTitledEvent
  | session.SessionArchivedEvent
  | session.SessionDeletedEvent
  | session.SessionReadEvent
  | session.SessionOpenedEvent
  | session.SessionRestoredEvent
  | session.CatalogRestoredEvent
  | session.SessionClosedEvent
  | session.SessionDetachedEvent
  | replay.ReplayStartedEvent
  | replay.ReplayEndedEvent
  | replay.ReplayMergedEvent
  | conversation.TranscriptEvent
  | conversation.TurnStartedEvent
  | conversation.TurnEndedEvent
  | conversation.PromptSteeredEvent
  | conversation.SteeringSettledEvent
  | conversation.TurnCancelledEvent
  | conversation.CancelTimedOutEvent
  | conversation.PromptQueuedEvent
  | conversation.PromptUnqueuedEvent
  | conversation.QueuedPromptEditedEvent
  | conversation.QueuedPromptMovedEvent
  | conversation.QueuedPromptHeldEvent
  | conversation.QueueReleasedEvent
  | conversation.PromptAcceptedEvent
  | conversation.ActivityEvent
  | session.NoticeEvent
  | request.PermissionRequestedEvent
  | request.PermissionLeftToUserEvent
  | request.PermissionSettledEvent
  | request.ElicitationRequestedEvent
  | request.ElicitationSettledEvent
  | request.ElicitationCompletedEvent
  | session.CommandsEvent
  | session.ModeEvent
  | session.ConfigOptionsEvent
  | session.SettingRequestedEvent
  | session.SettingConfirmedEvent
  | session.SettingRefusedEvent
  | session.SessionInfoEvent
  | session.UsageEvent
  | session.UnknownUpdateEvent
  | session.UpdateMetaEvent
  | session.FileWrittenEvent
  | session.ApplicationRowEvent
  | session.ApplicationRowRemovedEvent;

/** An event that belongs to a session. */
export type SessionEventBody = Extract<AcpEventBody, { sessionId: SessionId }>;

/** An event with its time, in ms of the store's clock. The state is a fold over events. */
export type AcpEvent = AcpEventBody & { readonly at: number };

/** The event of one type. */
export type EventOf<Type extends AcpEventBody["type"]> = Extract<AcpEvent, { type: Type }>;
