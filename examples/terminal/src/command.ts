import type { Fleet } from "@acp-store/fleet/owner";
import type { NodeReview } from "@acp-store/review/node";
import type { Conversation } from "./conversation.js";
import type { Conversations } from "./conversations.js";

/** Everything that a command can use besides the conversation that is shown. */
export interface CommandContext {
  readonly conversations: Conversations;
  readonly fleet: Fleet;
  /** The review of the folder, unless it could not be opened. */
  readonly review: NodeReview | undefined;
  /** Aborted when the program ends. */
  readonly signal: AbortSignal;
}

/** A command that the program handles itself. */
export type Command = (
  conversation: Conversation,
  args: readonly string[],
  context: CommandContext,
) => Promise<void>;
