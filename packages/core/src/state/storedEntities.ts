import type { CatalogEntry } from "./catalog.js";
import type { ToolCall, Turn } from "./entities.js";
import type { Terminal } from "./sessionParts.js";

// The stored objects have a few fields more than their public types. The fields are part of the
// state: they are serialized, patched and replayed. These types name them.

/** A tool call with the bookkeeping of the store, from which `phase` follows. */
export interface StoredToolCall extends ToolCall {
  /**
   * Whether the turn, the connection or the replay of the call left it unfinished. The call may still
   * run in the background (version 2). The name is part of the saved format.
   */
  readonly stale?: true;
  /**
   * The id of the newest answered permission request for the call. Absent if there is none, or if the
   * call ran again after it was rejected.
   */
  readonly decidedBy?: string;
}

/** A turn with the bookkeeping of the store. */
export interface StoredTurn extends Turn {
  /**
   * Whether the agent has accepted the prompt (version 2). Only an accepted prompt can be ended by
   * `idle`. `false`: the response to the prompt will report it. Absent: not reported yet.
   */
  readonly accepted?: boolean;
  /** The ids of tool calls that were first seen in another turn and started to run again in this one. */
  readonly reopened?: readonly string[];
  /** The part of the prompt that the agent has echoed. */
  readonly echo?: PromptEcho;
  /** The messages that the user sent into the running turn, in order. */
  readonly steered?: readonly SteeredPrompt[];
}

/** A message that the user sent into a running turn. */
export interface SteeredPrompt {
  /** The key of the message. */
  readonly promptId: string;
  /** The part of the message that the agent has echoed. */
  readonly echo?: PromptEcho;
}

/** The part of a prompt that the agent has echoed. */
export interface PromptEcho {
  /** The agent's id of the echoed message. */
  readonly messageId?: string;
  /** The length of the echoed text, in characters of the prompt. */
  readonly length: number;
  /** Set when the echo is complete. Later chunks with its id are new text. */
  readonly whole?: true;
}

/** A terminal with the bookkeeping of the store. */
export interface StoredTerminal extends Terminal {
  /** The first bytes of a character that is not complete yet, in base64. */
  readonly partial?: string;
  /**
   * Set when the client reports the output as it is produced (`reportTerminal`). The output of a
   * `terminal/output` response is already part of it.
   */
  readonly live?: true;
}

/** A catalog entry with the bookkeeping of the store. */
export interface StoredCatalogEntry extends CatalogEntry {
  /**
   * The agent's `updatedAt` that the user has seen. Absent after activity in this store, which
   * changes `updatedAt` by itself: the next report then counts as seen.
   */
  readonly seenUpdatedAt?: string;
}
