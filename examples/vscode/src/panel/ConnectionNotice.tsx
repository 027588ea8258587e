import { useAuth, useConnection } from "@acp-store/react";
import { usePanel } from "./usePanel.js";

/** A problem with the agent, and the button that solves it. Nothing if all is well. */
export function ConnectionNotice() {
  const { post } = usePanel();
  const connection = useConnection();
  const auth = useAuth();
  const isSignedOut = auth.status === "required" || auth.status === "failed";
  if (connection?.status === "closed")
    return (
      <div role="alert" className="notice">
        <p>{connection.reason ?? "The agent is not running."}</p>
        <button type="button" onClick={() => post({ type: "run", command: "restart" })}>
          Restart the agent
        </button>
      </div>
    );
  if (connection?.status !== "ready")
    return (
      <p role="status" className="hint">
        {connection?.reason ?? ""} Starting the agent…
      </p>
    );
  if (!isSignedOut) return null;
  return (
    <div role="alert" className="notice">
      <p>{auth.status === "failed" ? auth.error.message : "The agent needs you to sign in."}</p>
      <button type="button" onClick={() => post({ type: "run", command: "signIn" })}>
        Sign in
      </button>
    </div>
  );
}
