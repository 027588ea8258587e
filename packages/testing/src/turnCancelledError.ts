/** Ends a script whose turn was cancelled. */
export class TurnCancelledError extends Error {
  override readonly name = "TurnCancelledError";

  constructor() {
    super("The turn was cancelled.");
  }
}

/** Rejects as soon as the turn is cancelled, or is cancelled already. */
export function untilCancelled<Value>(
  signal: AbortSignal,
  promise: Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new TurnCancelledError());
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    promise
      .finally(() => signal.removeEventListener("abort", stop))
      .then(resolve, (error: unknown) => reject(signal.aborted ? new TurnCancelledError() : error));
  });
}
