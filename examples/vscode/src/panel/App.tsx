import type { Session } from "@acp-store/core";
import { useConnection, useSession, useSessionIds, useSessions } from "@acp-store/react";
import { AgentPanel, SessionOptions, SettingErrors } from "@acp-store/ui";
import { useCallback, useEffect, useRef, useState } from "react";
import type { HostMessage } from "../shared/messages.js";
import { PanelNotice } from "./PanelNotice.js";
import {
  useHostMessages,
  useIsAnswering,
  useMirrorStatus,
  useOpenedSession,
  usePanel,
} from "./usePanel.js";

/** The whole page: the session that the extension shows, and the choice of another one. */
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
    <main>
      {shownId !== undefined && isKnown ? (
        <SessionView key={shownId} sessionId={shownId} />
      ) : (
        <div className="acp-ui start">
          <h1 className="acp-sr-only">Agent</h1>
          <PanelNotice />
        </div>
      )}
    </main>
  );
}

function SessionView({ sessionId }: { readonly sessionId: string }) {
  const { mirror } = usePanel();
  const isLoaded = useOpenedSession(sessionId);
  const composer = useRef<HTMLTextAreaElement>(null);
  const isReady = useConnection((connection) => connection?.status === "ready");
  const detached = useSession({ sessionId, select: (session) => session?.detached });
  const cwd = useSession({ sessionId, select: (session) => session?.cwd });
  const isLive = useMirrorStatus() === "live";
  const isAnswering = useIsAnswering();
  const onMessage = useCallback((message: HostMessage) => {
    if (message.type === "focusMessageField") composer.current?.focus();
  }, []);
  useHostMessages(onMessage);
  if (!isLoaded) return <p className="hint">Loading the session…</p>;
  const canAct = isReady && detached === undefined;
  return (
    <AgentPanel
      sessionId={sessionId}
      cwd={cwd}
      agent={canAct ? mirror.actions : undefined}
      canAnswer={canAct && isLive && !isAnswering}
      composer={composer}
      header={<Header shownId={sessionId} />}
      notice={<PanelNotice detached={detached} />}
    />
  );
}

function Header({ shownId }: { readonly shownId: string }) {
  const { post } = usePanel();
  const ids = useSessions((all) => all.filter(isPickable).map(({ sessionId }) => sessionId));
  return (
    <>
      <header className="acp-ui header">
        <h1 className="acp-sr-only">Agent</h1>
        {ids.length > 1 && (
          <select
            className="acp-select header-sessions"
            aria-label="Session"
            value={shownId}
            onChange={({ target }) => post({ type: "show", sessionId: target.value })}
          >
            {ids.map((id) => (
              <SessionOption key={id} id={id} />
            ))}
          </select>
        )}
        <SessionOptions />
      </header>
      <SettingErrors />
    </>
  );
}

function isPickable({ closed, parentSessionId }: Session): boolean {
  return !closed && parentSessionId === undefined;
}

function SessionOption({ id }: { readonly id: string }) {
  const title = useSession({ sessionId: id, select: (session) => session?.info.title });
  return <option value={id}>{title ?? "New session"}</option>;
}
