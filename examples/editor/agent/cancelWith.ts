/**
 * Returns request options that cancel the request, and stop waiting for it, when `signal` aborts.
 */
export const cancelWith = (
  signal: AbortSignal,
): { cancellationSignal: AbortSignal; stopWaitingOnCancel: true } => ({
  cancellationSignal: signal,
  stopWaitingOnCancel: true,
});
