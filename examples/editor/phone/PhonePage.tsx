import { selectSession } from "@acp-store/core";
import type { Mirror } from "@acp-store/mirror";
import {
  useAcpView,
  useAllPendingElicitations,
  useAllPendingPermissions,
  useConnection,
  useSessions,
} from "@acp-store/react";
import { type ReactElement, useEffect, useState, useSyncExternalStore } from "react";
import { AcpUiProvider, useIsArmed } from "@acp-store/ui";
import type { PhoneLinks } from "./phoneLinks.js";
import { describeFailure } from "./describeFailure.js";
import { getSessionName, SessionCard } from "./SessionCard.js";
import { ChangedFilesSummary, SessionRequests } from "./SessionRequests.js";
import { pluralize } from "../src/ui/texts.js";

const SLOTS = { ChangesView: ChangedFilesSummary };

interface PhonePageProps {
  readonly mirror: Mirror;
  readonly links: PhoneLinks;
}

/** The requests without an answer, and the activity of each session. */
export function PhonePage({ mirror, links }: PhonePageProps): ReactElement {
  const end = useSyncExternalStore(links.onEnd, links.getEnd);
  const status = useSyncExternalStore(mirror.onStatus, () => mirror.status);
  const staleSince = useStaleSince(mirror);
  const view = useAcpView();
  const pending = useAllPendingPermissions();
  const questions = useAllPendingElicitations();
  const sessions = useSessions((all) => all.filter((session) => !session.parentSessionId));
  const isArmed = useIsArmed(pending.map(({ permissionId }) => permissionId).join(" "));
  const answering = useSyncExternalStore(mirror.onAnswering, () => mirror.answering);
  const [refusal, setRefusal] = useState<string>();
  useEffect(
    () => mirror.onRefused((error) => setRefusal(describeFailure(error, mirror.getState()))),
    [mirror],
  );
  const isLive = status === "live";
  const count = pending.length + questions.length;
  useEffect(() => {
    document.title = count > 0 ? `(${count}) Approve` : "Approve";
  }, [count]);

  if (end === "too_many_pages")
    return (
      <Message title="This page is open too often">
        Close the other tabs with this page on your phone, then reload this one.
      </Message>
    );
  if (end !== undefined)
    return (
      <Message
        title={
          end === "disconnected" ? "This phone was disconnected" : "This page needs a new link"
        }
      >
        On your computer, choose “Approve from your phone”, and open the new link here.
      </Message>
    );
  if (status === "refused") return <Message title="This page is outdated">Reload it.</Message>;
  if (status === "connecting")
    return (
      <Message title="Connecting">
        If this takes long, open the editor on your computer: the phone needs it.
      </Message>
    );
  const nameOf = (sessionId: string): string =>
    getSessionName(view.getState(), selectSession(view.getState(), sessionId));
  return (
    <>
      <p className="acp-sr-only" aria-live="assertive">
        {isLive && pending.length > 0 && `${pluralize(pending.length, "permission request")}`}
      </p>
      <header className="top" data-live={isLive}>
        <h1>Approve</h1>
        <p role="status">
          {isLive ? (
            <ConnectionText />
          ) : (
            `Not connected. Showing the state of ${formatTime(staleSince)}.`
          )}
        </p>
      </header>
      <main>
        {refusal !== undefined && (
          <div className="refusal" role="alert">
            <p>{refusal}</p>
            <button type="button" onClick={() => setRefusal(undefined)}>
              Dismiss
            </button>
          </div>
        )}
        <section aria-label="Waiting for you">
          {count === 0 && (
            <p className="nothing">
              {isLive ? "Nothing waits for you." : "Nothing was waiting for you."}
            </p>
          )}
          {/* A new request moves those of the other sessions as well. */}
          <AcpUiProvider canAnswer={isLive && isArmed && answering.size === 0} slots={SLOTS}>
            {sessions.map(({ sessionId }) => (
              <SessionRequests key={sessionId} sessionId={sessionId} name={nameOf(sessionId)} />
            ))}
          </AcpUiProvider>
          <p className="soft" role="status">
            {answering.size > 0 && "Sending your answer…"}
          </p>
          {questions.map(({ elicitationId, message, sessionId }) => (
            <article key={elicitationId} className="card">
              {sessionId !== undefined && <p className="session-name">{nameOf(sessionId)}</p>}
              <h2>{message}</h2>
              <p className="soft">Answer this on your computer.</p>
            </article>
          ))}
        </section>
        <section aria-labelledby="sessions">
          <h2 id="sessions" className="section-title">
            Sessions
          </h2>
          {sessions.length === 0 && <p className="soft">No session is open.</p>}
          {sessions.map(({ sessionId }) => (
            <SessionCard
              key={sessionId}
              sessionId={sessionId}
              mirror={mirror}
              isLive={isLive}
              onRefused={setRefusal}
            />
          ))}
        </section>
      </main>
    </>
  );
}

function ConnectionText(): string {
  const connection = useConnection();
  return connection?.status === "ready" ? "Connected" : "The agent is not connected";
}

/** Returns the time at which the connection was lost. */
function useStaleSince(mirror: Mirror): number {
  const [since, setSince] = useState(0);
  useEffect(
    () =>
      mirror.onStatus((status) => {
        if (status === "stale") setSince(Date.now());
      }),
    [mirror],
  );
  return since;
}

function formatTime(time: number): string {
  return new Date(time).toLocaleTimeString([], { timeStyle: "short" });
}

function Message({ title, children }: { title: string; children: string }): ReactElement {
  return (
    <main className="phone-message" role="status">
      <h1>{title}</h1>
      <p>{children}</p>
    </main>
  );
}
