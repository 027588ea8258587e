import type { ReactNode } from "react";

/** Why a file could not be opened. */
export interface Failure {
  readonly name: string;
  readonly reason: string;
}

interface OpenFailureProps {
  readonly failure: Failure;
  readonly onClose: () => void;
}

/** Says that a file could not be opened, and why. What was shown before stays. */
export function OpenFailure({ failure, onClose }: OpenFailureProps): ReactNode {
  const { name, reason } = failure;
  return (
    <div className="trace-banner failed" role="alert">
      <p>
        <strong>{name}</strong> could not be opened: {reason} Choose a .jsonl file, no folder, that
        may be read.
      </p>
      <button type="button" className="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
}
