/** A point at which an agent waits until the test lets it continue. */
export interface Gate {
  /** Resolves when the agent has reached the gate. */
  readonly reached: Promise<void>;
  /** Lets the agent continue. An agent that reaches the gate later does not wait. */
  open(): void;
  /**
   * Marks the gate as reached and resolves when it is open. In a turn, use `turn.hold(gate)`, which
   * first waits until the client has processed every earlier message.
   */
  pass(): Promise<void>;
}

/**
 * Creates a gate, so that a test can look at a state in the middle of a turn without a delay.
 *
 * @example
 * ```ts
 * import { createGate, scriptedAgent } from "@acp-store/testing";
 *
 * const gate = createGate();
 * const agent = scriptedAgent({
 *   async onPrompt(turn) {
 *     await turn.say("First");
 *     await turn.hold(gate);
 *     await turn.say("Second");
 *   },
 * });
 * // In the test, after the prompt was sent:
 * await gate.reached; // The panel shows "First".
 * gate.open(); // The panel shows "Second" soon after.
 * ```
 */
export function createGate(): Gate {
  const reached = createSignal();
  const opened = createSignal();
  return {
    reached: reached.promise,
    open: opened.resolve,
    pass() {
      reached.resolve();
      return opened.promise;
    },
  };
}

function createSignal(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((onResolved) => (resolve = onResolved));
  return { promise, resolve };
}
