import type { FleetConnectionState, FleetStatus, RemoteFleet } from "@acp-store/fleet/mirror";
import { type ReactElement, useSyncExternalStore } from "react";
import { Notice } from "../connection/Notice.js";
import { Icon, Spinner } from "../controls/Icon.js";
import { fleetTexts } from "../texts/fleetTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";

/** Returns the connection of the page to the server. */
export function useFleetConnection({ connection }: RemoteFleet): FleetConnectionState {
  return useSyncExternalStore(
    connection.subscribe,
    connection.getState,
    connection.getInitialState,
  );
}

/** A status without agents to show. */
type OfflineStatus = Exclude<FleetStatus, "live">;

/** The whole page while there are no agents to show: the reason, and what to do. */
export function ConnectionPage({ status }: { readonly status: OfflineStatus }): ReactElement {
  const texts = useTexts("fleet", fleetTexts);
  return (
    <main className="acp-ui acp-start-page">
      <div className="acp-start-content">
        {status === "connecting" ? (
          <p className="acp-connecting" role="status">
            <Spinner />
            {texts.connecting}
          </p>
        ) : (
          <Notice title={texts[status]} detail={describe(status, texts)}>
            {status === "incompatible" && <ReloadButton />}
          </Notice>
        )}
      </div>
    </main>
  );
}

/** A line above the agents of a page that is not up to date. */
export function ConnectionStrip({ status }: { readonly status: OfflineStatus }): ReactElement {
  const texts = useTexts("fleet", fleetTexts);
  const isTrying = status === "connecting" || status === "unreachable";
  return (
    <p className="acp-app-strip" role="status">
      {isTrying ? <Spinner /> : <Icon name="alert" />}
      <span>{isTrying ? texts.lost : `${texts[status]}. ${describe(status, texts)}`}</span>
      {status === "incompatible" && <ReloadButton />}
    </p>
  );
}

function describe(status: OfflineStatus, texts: UiTexts["fleet"]): string {
  switch (status) {
    case "unreachable":
      return texts.unreachableDetail;
    case "not_admitted":
      return texts.notAdmittedDetail;
    case "incompatible":
      return texts.incompatibleDetail;
    default:
      return "";
  }
}

function ReloadButton(): ReactElement {
  const texts = useTexts("fleet", fleetTexts);
  return (
    <button type="button" className="acp-button" onClick={() => location.reload()}>
      <Icon name="refresh" />
      {texts.reload}
    </button>
  );
}
