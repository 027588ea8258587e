import type { Session } from "@acp-store/core";
import { AcpSessionProvider, useSession, useSessionIds, useSessions } from "@acp-store/react";
import { useCallback, useEffect, useState } from "react";
import type { HostMessage } from "../shared/messages.js";
import { Composer } from "./Composer.js";
import { ConnectionNotice } from "./ConnectionNotice.js";
import { Conversation } from "./Conversation.js";
import { PermissionDock } from "./PermissionDock.js";
import { PlanView } from "./PlanView.js";
import { useHostMessages, useMirrorStatus, useOpenedSession, usePanel } from "./usePanel.js";

/** The whole panel: the session that the extension shows, and the choice of another one. */
export function App() {
  const { post } = usePanel();
  const [shownId, setShownId] = useState<string>();
  const onMessage = useCallback((message: HostMessage) => {
    if (message.type === "shown") setShownId(message.sessionId);
  }, []);
  useHostMessages(onMessage);
  useEffect(() => post({ type: "loaded" }), [post]);
  // The message with the id may arrive before the mirror has the session.
  const isKnown = useSessionIds((ids) => shownId !== undefined && ids.includes(shownId));
  return (
    <>
      <SessionPicker shownId={shownId} />
      {shownId !== undefined && isKnown ? (
        <AcpSessionProvider sessionId={shownId} key={shownId}>
          <SessionView sessionId={shownId} />
        </AcpSessionProvider>
      ) : (
        <ConnectionNotice />
      )}
    </>
  );
}

function SessionView({ sessionId }: { readonly sessionId: string }) {
  const isLoaded = useOpenedSession(sessionId);
  const isEmpty = useSession((session) => session?.timeline.length === 0);
  return (
    <>
      {isLoaded ? <Conversation /> : <p className="hint">Loading the session…</p>}
      {isLoaded && isEmpty && <p className="hint">What would you like to work on?</p>}
      <footer>
        <ConnectionNotice />
        <PlanView />
        <PermissionDock />
        <Composer sessionId={sessionId} />
      </footer>
    </>
  );
}

function SessionPicker({ shownId }: { readonly shownId: string | undefined }) {
  const { post } = usePanel();
  const ids = useSessions((all) => all.filter(isPickable).map(({ sessionId }) => sessionId));
  return (
    <header>
      <h1 className="visually-hidden">Agent</h1>
      {ids.length > 1 && (
        <select
          aria-label="Session"
          value={shownId}
          onChange={({ target }) => post({ type: "show", sessionId: target.value })}
        >
          {ids.map((id) => (
            <SessionOption key={id} id={id} />
          ))}
        </select>
      )}
      {useMirrorStatus() === "stale" && <p role="status">Connecting to the extension…</p>}
    </header>
  );
}

function isPickable({ closed, parentSessionId }: Session): boolean {
  return !closed && parentSessionId === undefined;
}

function SessionOption({ id }: { readonly id: string }) {
  const title = useSession({ sessionId: id, select: (session) => session?.info.title });
  return <option value={id}>{title ?? "New session"}</option>;
}
