import type { ReactElement } from "react";

export type ConnectionPhase =
  | "connecting"
  | "sign_in"
  | "connected"
  | "lost"
  | "closed"
  | "recording";

const LABELS: Readonly<Record<ConnectionPhase, string>> = {
  connecting: "Connecting",
  sign_in: "Sign-in needed",
  connected: "Connected",
  lost: "Reconnecting",
  closed: "Disconnected",
  recording: "Recording",
};

export function ConnectionBadge({ phase }: { phase: ConnectionPhase }): ReactElement {
  return (
    <span className={`connection connection-${phase}`} role="status">
      <span className="connection-dot" aria-hidden="true" />
      <span className="connection-label">{LABELS[phase]}</span>
    </span>
  );
}
