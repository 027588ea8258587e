import type { TurnId } from "../state/entities.js";
import type { TimelineItem } from "../state/tables.js";
import type { TranscriptEvent } from "./conversationEvents.js";
import type { InSession } from "./eventParts.js";

// The events of `session/load`, which replays the transcript of a session.

/** The client asked the agent to replay the transcript: `session/load`, or a resume from the start. */
export interface ReplayStartedEvent extends InSession {
  readonly type: "replay_started";
  /**
   * Set if the transcript stays, and the replay is merged into it: the session belongs to an earlier
   * connection, or was restored. Otherwise the replay replaces the transcript.
   */
  readonly merges?: true;
}

/** The agent responded to the request for a replay. Some agents replay only after it. */
export interface ReplayEndedEvent extends InSession {
  readonly type: "replay_ended";
  /** Set if the request failed. */
  readonly failed?: true;
}

/** A part of a replay that the transcript lacks. */
export interface ReplayMergedEvent extends InSession {
  readonly type: "replay_merged";
  /** The part. */
  readonly part: TranscriptEvent;
  /** Where it belongs. */
  readonly place: ReplayPlace;
}

/** The place of a part of a replay in the transcript. */
export interface ReplayPlace {
  /** The timeline item that a new item precedes. Absent: it is added at the end. */
  readonly before?: TimelineItem;
  /** The turn that a new entity belongs to. */
  readonly turnId?: TurnId;
  /** The key of the message that a chunk continues. Absent: the chunk starts a message. */
  readonly message?: string;
  /** Set if the chunk starts a new run of that message. */
  readonly newRun?: true;
}
