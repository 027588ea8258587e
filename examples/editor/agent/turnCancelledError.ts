/** Thrown inside a script to unwind a cancelled turn. */
export class TurnCancelledError extends Error {
  override readonly name = "TurnCancelledError";
}
