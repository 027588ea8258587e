import type { ReactNode } from "react";
import { capitalize, formatAge, formatRate, formatSize, laneName } from "../model/format.js";
import { type MirrorLike, ratePerSecond } from "../model/mirrors.js";
import { DataTable, Section, Tile } from "../ui/controls.js";
import { useSamples } from "../ui/useSamples.js";

/** The meaning of each status. */
const STATUS_NOTES: Readonly<Record<string, string>> = {
  connecting: "the first state has not arrived yet",
  live: "shows what the owner has",
  stale: "shows the last state, and connects again",
  refused: "the owner has another major version",
  closed: "was closed by the application",
};

const subscribeToMirror = (mirror: MirrorLike, listener: () => void): (() => void) =>
  mirror.onStatus(listener);

interface OwnMirrorProps {
  readonly mirror: MirrorLike;
}

/** Shows the connection of this page to the owner of the store. */
export function OwnMirror({ mirror }: OwnMirrorProps): ReactNode {
  const samples = useSamples(mirror, subscribeToMirror);
  const newest = samples.at(-1);
  if (newest === undefined) return null;
  const { at: now, stats } = newest;
  const { epoch, connectedAt, receivedChars, lastFailure, lanes, runningActions } = stats;
  const rate = ratePerSecond(samples, (reading) => reading.receivedChars);
  return (
    <>
      <dl className="tiles">
        <Tile
          name="Mirror in this page"
          value={capitalize(mirror.status)}
          note={STATUS_NOTES[mirror.status] ?? ""}
        />
        <Tile
          name="Owner"
          value={epoch?.slice(0, 8) ?? "None"}
          note={
            connectedAt === undefined
              ? "there is no connection"
              : `connected for ${formatAge(now - connectedAt)}`
          }
        />
        <Tile
          name="Received"
          value={rate === undefined ? "–" : formatRate(rate)}
          unit="characters/s"
          note={`${formatSize(receivedChars)} characters in total`}
        />
      </dl>
      {lastFailure !== undefined && (
        <p className="note">
          The last connection or attempt failed {formatAge(now - lastFailure.at)} ago:{" "}
          {lastFailure.message}
        </p>
      )}
      <Section title="Lanes of this page" count={lanes.length} tone="accent">
        <DataTable
          label="Positions in the lanes"
          columns={["Lane", "Position", "State"]}
          align="left"
          rows={lanes.map(({ sessionId, seq, isCurrent }) => ({
            key: sessionId ?? "",
            cells: [
              laneName(sessionId),
              seq?.toLocaleString("en") ?? "–",
              isCurrent ? "up to date" : "waiting for the owner",
            ],
          }))}
        />
      </Section>
      <Section title="Running actions of this page" count={runningActions.length} tone="warn">
        <DataTable
          label="Actions without a result"
          columns={["Action", "Running for", "Sent again"]}
          align="left"
          rows={runningActions.map(({ action, startedAt, resends }, index) => ({
            key: String(index),
            cells: [action, formatAge(now - startedAt), `${resends.toLocaleString("en")} ×`],
          }))}
        />
      </Section>
    </>
  );
}
