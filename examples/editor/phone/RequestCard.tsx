import type { Permission } from "@acp-store/core";
import { isAcpMirrorError, type Mirror } from "@acp-store/mirror";
import { type ReactElement, useId, useSyncExternalStore } from "react";
import { PHONE_SUMMARY, type PhoneSummary } from "../src/owner/phoneSummary.js";
import { getToolKindQuestion } from "@acp-store/ui";
import { describeFailure } from "./describeFailure.js";

interface RequestCardProps {
  readonly permission: Permission;
  readonly sessionName: string;
  readonly mirror: Mirror;
  readonly isLive: boolean;
  /** Whether the requests have been in the same place long enough to be answered. */
  readonly isArmed: boolean;
  readonly onRefused: (reason: string | undefined) => void;
}

/** A permission request with what it is about, and the agent's options. */
export function RequestCard(props: RequestCardProps): ReactElement {
  const { permission, sessionName, mirror, isLive, isArmed, onRefused } = props;
  const { permissionId, title, description, options, toolCall } = permission;
  const answering = useSyncExternalStore(mirror.onAnswering, () => mirror.answering);
  const titleId = useId();
  const question = getToolKindQuestion(toolCall?.kind);
  const { command, changes = [], isIncomplete } = readSummary(permission);
  const isAnswering = answering.has(permissionId);

  const answer = (optionId: string): void => {
    if (!isArmed || !isLive) return;
    onRefused(undefined);
    mirror.actions.respondToPermission(permissionId, optionId).catch((error: unknown) => {
      if (!isAcpMirrorError(error)) throw error;
      onRefused(describeFailure(error, options));
    });
  };
  return (
    <article className="card acp-request" aria-labelledby={titleId}>
      <p className="session-name">{sessionName}</p>
      <p className="question">{question}</p>
      <h2 id={titleId} className={toolCall?.kind === "execute" ? "acp-mono" : undefined}>
        {title}
      </h2>
      {description !== undefined && <p className="soft">{description}</p>}
      {command !== undefined && command !== title && <code className="acp-command">{command}</code>}
      {changes.length > 0 && (
        <ul className="changes">
          {changes.map(({ path, added, removed }) => (
            <li key={path}>
              <span className="acp-mono">{path}</span>
              <span className="lines" aria-label={`${added} lines added, ${removed} removed`}>
                <span className="added">+{added}</span> <span className="removed">−{removed}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {isIncomplete === true && (
        <p className="soft">
          This is too long to show here. To allow it, look at it on your computer.
        </p>
      )}
      <div className="options" data-armed={isArmed}>
        {options.map(({ optionId, name, kind }, index) => (
          <button
            key={`${index}:${optionId}`}
            type="button"
            className={kind}
            disabled={!isLive || isAnswering || (isIncomplete && !kind.startsWith("reject"))}
            aria-disabled={!isArmed}
            onClick={() => answer(optionId)}
          >
            {name}
          </button>
        ))}
      </div>
      <p className="soft" role="status">
        {isAnswering && "Sending your answer…"}
      </p>
    </article>
  );
}

/** Reads the summary that the computer has added to the request. */
function readSummary({ _meta }: Permission): PhoneSummary {
  return (_meta?.[PHONE_SUMMARY] as PhoneSummary | undefined) ?? {};
}
