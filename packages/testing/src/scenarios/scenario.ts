import type { AgentScript } from "../index.js";
import type { Expectation } from "./expectations.js";

/** A situation that clients get wrong: an agent, and what a client has to do with it. */
export interface Scenario {
  /** The name, such as `two-permissions`. */
  readonly name: string;
  /** Describes the situation in one sentence. */
  readonly title: string;
  /** The steps of the user, in order. A test or a person carries them out in the client. */
  readonly steps: readonly string[];
  /** Creates the behavior of the agent, once for each run. */
  readonly createScript: () => AgentScript;
  /** The expected messages of the client, besides those of every scenario. */
  readonly expectations: readonly Expectation[];
  /** Set if the agent exits, so that some of its requests stay without an answer. */
  readonly endsByCrash?: true;
}
