import { useState } from "react";
import { getErrorMessage } from "../connection/connectionEnd.js";

interface SettingChange {
  readonly isBusy: boolean;
  /** The error message of the last change, or an empty string. */
  readonly error: string;
  run(change: Promise<void> | undefined): void;
}

/**
 * Tracks a change that was requested from the agent. The displayed value always comes from the
 * store. A failure is reported as `errorPrefix` and the reason.
 */
export function useSettingChange(errorPrefix: string): SettingChange {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState("");
  const run = (change: Promise<void> | undefined): void => {
    setIsBusy(true);
    setError("");
    (change ?? Promise.resolve())
      .catch((reason: unknown) => setError(`${errorPrefix}: ${getErrorMessage(reason)}`))
      .finally(() => setIsBusy(false));
  };
  return { isBusy, error, run };
}
