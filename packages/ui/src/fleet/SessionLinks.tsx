import type { SessionOrigin } from "@acp-store/core";
import { findContinuations, type SessionRef } from "@acp-store/fleet";
import { useAgents, useFleet, useFleetSessions } from "@acp-store/fleet/react";
import { useSessionCatalog } from "@acp-store/react";
import { type ReactElement, useCallback, useSyncExternalStore } from "react";
import { Icon } from "../controls/Icon.js";
import { clipLabel } from "../format/clipText.js";
import { handoffTexts } from "../texts/fleetTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** More continuations of a session are not listed. */
const MAX_LINKS = 5;

interface SessionLinksProps extends SessionRef {
  readonly onShow: ((session: SessionRef) => void) | undefined;
}

/** The session of another agent that a session continues, and those that continue it. */
export function SessionLinks({
  agentId,
  sessionId,
  onShow,
}: SessionLinksProps): ReactElement | null {
  const texts = useTexts("handoff", handoffTexts);
  const agents = useAgents();
  const origin = useSessionCatalog(
    { archived: "include" },
    (all) => all.find((each) => each.sessionId === sessionId)?.continuedFrom,
  );
  const continuations = findContinuations(useFleetSessions(), { agentId, sessionId });
  if (origin === undefined && continuations.length === 0) return null;
  return (
    <p className="acp-app-source acp-session-links">
      {origin !== undefined && (
        <SessionLink session={origin} onShow={onShow}>
          <OriginTitle origin={origin} />
        </SessionLink>
      )}
      {continuations.slice(0, MAX_LINKS).map((next) => (
        <SessionLink key={next.key} session={next} onShow={onShow}>
          {texts.continuedWith(
            agents.find(({ id }) => id === next.agentId)?.name ?? clipLabel(next.agentId),
          )}
        </SessionLink>
      ))}
    </p>
  );
}

interface SessionLinkProps {
  readonly session: SessionRef;
  readonly onShow: ((session: SessionRef) => void) | undefined;
  readonly children: ReactElement | string;
}

function SessionLink({ session, onShow, children }: SessionLinkProps): ReactElement {
  const { agentId, sessionId } = session;
  const isKnown = useFleet().getView(agentId) !== undefined;
  return (
    <span className="acp-session-link">
      <Icon name="move" />
      {onShow !== undefined && isKnown ? (
        <button
          type="button"
          className="acp-link-button"
          onClick={() => onShow({ agentId, sessionId })}
        >
          {children}
        </button>
      ) : (
        children
      )}
    </span>
  );
}

/** Names the session of another agent that a session continues. */
export function OriginTitle({ origin }: { readonly origin: SessionOrigin }): ReactElement {
  const { agentId, sessionId } = origin;
  const texts = useTexts("handoff", handoffTexts);
  const fleet = useFleet();
  const agent = useAgents().find(({ id }) => id === agentId)?.name ?? clipLabel(agentId);
  const getTitle = useCallback(() => {
    const entry = fleet.getView(agentId)?.getState().catalog.get(sessionId);
    return entry?.title || entry?.firstPrompt;
  }, [fleet, agentId, sessionId]);
  const title = useSyncExternalStore(fleet.overview.subscribe, getTitle, getTitle);
  const label = title
    ? texts.continuedFrom(agent, clipLabel(title))
    : texts.continuedFromUnknown(agent);
  return <>{label}</>;
}
