import { useState } from "react";
import { messageOf } from "../connection/connectionEnd.js";

interface Change {
  readonly isBusy: boolean;
  /** Why the last change was refused, for the user. */
  readonly error: string;
  run(change: Promise<void> | undefined): void;
}

/** Asks the agent for one change at a time. What is shown comes from the state alone. */
export function useChange(refused: string): Change {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState("");
  const run = (change: Promise<void> | undefined): void => {
    setIsBusy(true);
    setError("");
    (change ?? Promise.resolve())
      .catch((reason: unknown) => setError(`${refused}: ${messageOf(reason)}`))
      .finally(() => setIsBusy(false));
  };
  return { isBusy, error, run };
}
