import type { ReactElement } from "react";

export type ConnectionPhase =
  | "connecting"
  | "sign_in"
  | "connected"
  | "reconnecting"
  | "closed"
  | "recording";

const PHASE_LABELS: Readonly<Record<ConnectionPhase, string>> = {
  connecting: "Connecting",
  sign_in: "Sign-in required",
  connected: "Connected",
  reconnecting: "Reconnecting",
  closed: "Disconnected",
  recording: "Recording",
};

export function ConnectionBadge({ phase }: { phase: ConnectionPhase }): ReactElement {
  return (
    <span className={`connection connection-${phase}`} role="status">
      <span className="connection-dot" aria-hidden="true" />
      <span className="connection-label">{PHASE_LABELS[phase]}</span>
    </span>
  );
}
