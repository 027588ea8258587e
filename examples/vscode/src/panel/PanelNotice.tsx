import {
  AcpUiProvider,
  ConnectionBanner,
  Notice,
  type UiTextOverrides,
  useConnectionBanner,
} from "@acp-store/ui";
import { useMirrorStatus, usePanel } from "./usePanel.js";

const TEXTS: UiTextOverrides = {
  connection: {
    connecting: "Starting the agent…",
    closed: "The agent is not running",
    reconnect: "Restart the agent",
    noSignIn:
      "The agent does not offer a way to sign in here. Sign in with its own program, then restart the agent.",
    signInNote: "The agent handles the sign-in. This extension never sees your password.",
  },
};

/**
 * A problem with the extension, the agent or the session, and the action that solves it. Nothing if all
 * is well. `detached` is the reason that the agent does not know the session.
 */
export function PanelNotice({ detached }: { readonly detached?: string | undefined }) {
  const { mirror, post } = usePanel();
  const isAgentUsable = useConnectionBanner() === undefined;
  const status = useMirrorStatus();
  if (status === "stale" || status === "waiting")
    return <Notice tone="neutral" icon="refresh" title="Connecting to the extension…" />;
  if (isAgentUsable && detached !== undefined)
    return <Notice tone="warning" title="This session is read-only" detail={detached} />;
  return (
    <AcpUiProvider texts={TEXTS}>
      <ConnectionBanner
        onReconnect={() => post({ type: "run", command: "restart" })}
        // The state has the reason of a failure.
        onSignIn={(methodId) => void mirror.actions.authenticate(methodId).catch(() => {})}
      />
    </AcpUiProvider>
  );
}
