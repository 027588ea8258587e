/** Unwinds a turn that the user has cancelled. */
export class TurnCancelled extends Error {
  override readonly name = "TurnCancelled";
}
