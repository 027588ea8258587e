import { type ChangesDiffItem, type FileChange, selectSubagent } from "@acp-store/core";
import type { InboxItem } from "@acp-store/fleet";
import type { Mirror } from "@acp-store/mirror";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { getChangedLines } from "@acp-store/server/client";
import { AcpUiProvider, PermissionDock } from "@acp-store/ui";
import { type ReactElement, useId, useSyncExternalStore } from "react";

const SLOTS = { ChangesView: ChangedFilesSummary };

interface WaitingCardProps {
  readonly item: Extract<InboxItem, { kind: "waiting" }>;
  /** The names of the agent and the session. */
  readonly name: string;
  readonly mirror: Mirror | undefined;
  readonly isArmed: boolean;
}

/** The requests of a session and its subagents. */
export function WaitingCard({ mirror, ...props }: WaitingCardProps): ReactElement | null {
  return mirror === undefined ? null : <Requests mirror={mirror} {...props} />;
}

function Requests(props: WaitingCardProps & { readonly mirror: Mirror }): ReactElement {
  const { item, name, mirror, isArmed } = props;
  const titleId = useId();
  const answering = useSyncExternalStore(mirror.onAnswering, () => mirror.answering);
  const isLive = useSyncExternalStore(mirror.onStatus, () => mirror.status) === "live";
  return (
    <section className="session-requests" aria-labelledby={titleId}>
      <p id={titleId} className="session-name">
        {name}
      </p>
      {item.permissions.length > 0 && (
        <AcpStoreProvider store={mirror}>
          <AcpSessionProvider sessionId={item.sessionId ?? ""}>
            <AcpUiProvider canAnswer={isLive && isArmed && answering.size === 0} slots={SLOTS}>
              <PermissionDock />
            </AcpUiProvider>
          </AcpSessionProvider>
        </AcpStoreProvider>
      )}
      <p className="soft" role="status">
        {answering.size > 0 && "Sending your answer…"}
      </p>
      {item.elicitations.map(({ elicitationId, message, sessionId }) => (
        <article key={elicitationId} className="card">
          <SubagentName mirror={mirror} sessionId={sessionId} />
          <h2>{message}</h2>
          <p className="soft">Answer this on your computer.</p>
        </article>
      ))}
    </section>
  );
}

interface SubagentNameProps {
  readonly mirror: Mirror;
  readonly sessionId: string | undefined;
}

/** Names the subagent that asks, if the session is one of a subagent. */
function SubagentName({ mirror, sessionId = "" }: SubagentNameProps): ReactElement | null {
  const subagent = selectSubagent(mirror.getState(), sessionId);
  return subagent === undefined ? null : (
    <p className="soft">{`Subagent ${subagent.title ?? ""}`}</p>
  );
}

/** The files that a request wants to change, with the number of lines. A phone gets no lines. */
function ChangedFilesSummary({ item }: { readonly item: ChangesDiffItem }): ReactElement {
  return <ul className="changes">{item.changes.map(renderChange)}</ul>;
}

function renderChange(change: FileChange, index: number): ReactElement {
  const { operation, path = "", oldPath } = change;
  const { added, removed } = getChangedLines(change) ?? { added: 0, removed: 0 };
  return (
    <li key={index}>
      <span className="acp-diff-path">{oldPath === undefined ? path : `${oldPath} → ${path}`}</span>
      {operation !== "modify" && <span className="acp-tag">{operation}</span>}
      <span
        className="acp-diff-count"
        role="img"
        aria-label={`${added} lines added, ${removed} removed`}
      >
        <span className="acp-diff-count-added">+{added}</span>
        <span className="acp-diff-count-removed">−{removed}</span>
      </span>
    </li>
  );
}
