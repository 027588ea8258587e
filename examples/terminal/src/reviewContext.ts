import type { NodeReview } from "@acp-store/review/node";
import type { Terminal } from "./terminal.js";
import type { FindState, NameAgent } from "./view/change.js";

/** The parts that a review in the terminal needs. */
export interface ReviewContext {
  readonly review: NodeReview;
  readonly terminal: Terminal;
  readonly nameAgent: NameAgent;
  readonly findState: FindState;
  /** Leaves the review when it is aborted. Its decisions stay. */
  readonly signal: AbortSignal;
}
