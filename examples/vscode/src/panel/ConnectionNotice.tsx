import { useAuth, useConnection } from "@acp-store/react";
import { isSignInMissing, Notice } from "@acp-store/ui";
import type { PanelCommand } from "../shared/messages.js";
import { useMirrorStatus, usePanel } from "./usePanel.js";

/**
 * A problem with the connection or the session, and the button that solves it. Nothing if all is
 * well. `detached` is the reason that the agent does not know the session.
 */
export function ConnectionNotice({ detached }: { readonly detached?: string | undefined }) {
  const connection = useConnection();
  const auth = useAuth();
  if (useMirrorStatus() === "stale")
    return <Notice tone="neutral" icon="refresh" title="Connecting to the extension…" />;
  if (connection?.status === "closed")
    return (
      <Notice title="The agent is not running" detail={connection.reason ?? ""}>
        <CommandButton command="restart" label="Restart the agent" />
      </Notice>
    );
  if (connection?.status !== "ready")
    return (
      <Notice
        tone="neutral"
        icon="refresh"
        title="Starting the agent…"
        detail={connection?.reason ?? ""}
      />
    );
  if (isSignInMissing(auth))
    return (
      <Notice
        tone="warning"
        icon="key"
        title="Sign in to use the agent"
        detail={auth.status === "failed" ? auth.error.message : ""}
      >
        <CommandButton command="signIn" label="Sign in" />
      </Notice>
    );
  if (detached === undefined) return null;
  return <Notice tone="warning" title="This session is read-only" detail={detached} />;
}

function CommandButton(props: { readonly command: PanelCommand; readonly label: string }) {
  const { post } = usePanel();
  return (
    <p className="acp-notice-actions">
      <button
        type="button"
        className="acp-button acp-button-primary"
        onClick={() => post({ type: "run", command: props.command })}
      >
        {props.label}
      </button>
    </p>
  );
}
