import type { RemoteFleet } from "@acp-store/fleet/mirror";
import { useAgents, useFleetSessions, useInbox } from "@acp-store/fleet/react";
import { PhoneCloseCode } from "@acp-store/server/client";
import { useIsArmed } from "@acp-store/ui";
import { type ReactElement, useEffect, useState, useSyncExternalStore } from "react";
import { pluralize } from "../src/ui/texts.js";
import { describeFailure } from "./describeFailure.js";
import { SessionCard } from "./SessionCard.js";
import { WaitingCard } from "./WaitingCard.js";

/** The number of idle sessions that are listed. */
const MAX_SESSIONS = 20;

interface PhonePageProps {
  readonly fleet: RemoteFleet;
  /** Returns the code with which the server has closed the last connection. */
  readonly getCloseCode: () => number | undefined;
}

/** The requests of all agents without an answer, and the activity of each session. */
export function PhonePage({ fleet, getCloseCode }: PhonePageProps): ReactElement {
  const { connection } = fleet;
  const { status } = useSyncExternalStore(connection.subscribe, connection.getState);
  const agents = useAgents();
  const waiting = useInbox().flatMap((item) => (item.kind === "waiting" ? [item] : []));
  const sessions = useFleetSessions();
  const permissions = waiting.flatMap((item) => item.permissions);
  // A new request moves those of the other sessions and agents as well.
  const isArmed = useIsArmed(permissions.map(({ permissionId }) => permissionId).join(" "));
  const [refusal, setRefusal] = useState<string>();
  const staleSince = useStaleSince(fleet);
  const isLive = status === "live";
  const count = waiting.flatMap((item) => item.elicitations).length + permissions.length;
  useEffect(() => {
    document.title = count > 0 ? `(${count}) Approve` : "Approve";
  }, [count]);
  useEffect(() => {
    const stops = agents.map(({ id }) => {
      const mirror = fleet.getView(id);
      return mirror?.onRefused((error) => setRefusal(describeFailure(error, mirror.getState())));
    });
    return () => stops.forEach((stop) => stop?.());
  }, [fleet, agents]);

  const message = isLive ? undefined : describeEnd(status, getCloseCode(), staleSince > 0);
  if (message !== undefined)
    return (
      <main className="phone-message" role="status">
        <h1>{message[0]}</h1>
        <p>{message[1]}</p>
      </main>
    );
  const shown = sessions.filter(
    ({ isWorking, entry }, index) => isWorking || (index < MAX_SESSIONS && !entry.archived),
  );
  const failed = agents.filter((agent) => agent.status === "failed");
  const nameOf = (agentId: string) => agents.find(({ id }) => id === agentId)?.name ?? agentId;
  const titleOf = (key: string) =>
    sessions.find((session) => session.key === key)?.entry.title || "Untitled session";
  return (
    <>
      <p className="acp-sr-only" aria-live="assertive">
        {isLive && permissions.length > 0 && pluralize(permissions.length, "permission request")}
      </p>
      <header className="top" data-live={isLive}>
        <h1>Approve</h1>
        <p role="status">
          {isLive ? "Connected" : `Not connected. Showing the state of ${formatTime(staleSince)}.`}
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
          {waiting.map((item) => (
            <WaitingCard
              key={item.key}
              item={item}
              name={`${nameOf(item.agentId)} · ${titleOf(item.key)}`}
              mirror={fleet.getView(item.agentId)}
              isArmed={isArmed}
            />
          ))}
        </section>
        <section aria-labelledby="sessions">
          <h2 id="sessions" className="section-title">
            Sessions
          </h2>
          {failed.map(({ id, name }) => (
            <p
              key={id}
              className="soft"
            >{`${name} has failed. See the reason on your computer.`}</p>
          ))}
          {shown.length === 0 && <p className="soft">There are no sessions.</p>}
          {shown.map((session) => (
            <SessionCard
              key={session.key}
              session={session}
              title={titleOf(session.key)}
              agentName={nameOf(session.agentId)}
              isWaiting={waiting.some(({ key }) => key === session.key)}
              mirror={fleet.getView(session.agentId)}
              isLive={isLive}
              onRefused={setRefusal}
            />
          ))}
        </section>
      </main>
    </>
  );
}

/** Returns the title and the text for a page that shows no state, or `undefined` if it shows the last one. */
function describeEnd(
  status: ReturnType<RemoteFleet["connection"]["getState"]>["status"],
  closeCode: number | undefined,
  hasState: boolean,
): readonly [title: string, text: string] | undefined {
  const newLink = "On your computer, choose “Approve from your phone”, and open the new link here.";
  if (status === "incompatible") return ["This page is outdated", "Reload it."];
  if (closeCode === PhoneCloseCode.disconnected) return ["This phone was disconnected", newLink];
  if (closeCode === PhoneCloseCode.tooManyPages)
    return [
      "This page is open too often",
      "Close the other tabs with this page on your phone. This one continues then.",
    ];
  if (status === "not_admitted") return ["This page needs a new link", newLink];
  if (hasState) return undefined;
  return [
    "Connecting",
    "If this takes long, look whether your computer is on and the server runs.",
  ];
}

/** Returns the time at which the connection was lost, or 0 if it was never there. */
function useStaleSince({ connection }: RemoteFleet): number {
  const [since, setSince] = useState(0);
  useEffect(
    () =>
      connection.subscribe((_state, before) => {
        if (before.status === "live") setSince(Date.now());
      }),
    [connection],
  );
  return since;
}

function formatTime(time: number): string {
  return new Date(time).toLocaleTimeString([], { timeStyle: "short" });
}
