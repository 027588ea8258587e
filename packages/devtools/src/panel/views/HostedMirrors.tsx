import type { HostedMirrorStats } from "@acp-store/core/replica";
import type { ReactNode } from "react";
import {
  formatAge,
  formatClock,
  formatCount,
  formatRate,
  formatSize,
  laneName,
} from "../model/format.js";
import {
  laneDistances,
  type LaneDistance,
  type MirrorHostLike,
  mirrorLabel,
  ratePerSecond,
  type Sample,
} from "../model/mirrors.js";
import { DataTable, Section, Tile } from "../ui/controls.js";
import { useSamples } from "../ui/useSamples.js";

type HostSamples = readonly Sample<ReturnType<MirrorHostLike["stats"]>>[];

const subscribeToHost = (host: MirrorHostLike, listener: () => void): (() => void) =>
  host.onChange(listener);

interface HostedMirrorsProps {
  readonly host: MirrorHostLike;
}

/** Shows who is connected to a host, how far each mirror is, and the actions that were refused. */
export function HostedMirrors({ host }: HostedMirrorsProps): ReactNode {
  const samples = useSamples(host, subscribeToHost);
  const newest = samples.at(-1);
  if (newest === undefined) return null;
  const { mirrors, refused } = newest.stats;
  return (
    <>
      <HostTiles epoch={host.epoch} samples={samples} />
      {mirrors.length === 0 && <p className="empty">No mirror is connected.</p>}
      <Section title="Connected mirrors" count={mirrors.length} tone="accent">
        {mirrors.map((mirror) => (
          <MirrorItem key={mirror.id} mirror={mirror} host={host} samples={samples} />
        ))}
      </Section>
      <Section title="Refused actions" count={refused.length} tone="warn">
        {refused
          .toReversed()
          .map(({ at, mirrorId, mirrorName, action, reason, message }, index) => (
            <div key={refused.length - index} className="item">
              <h4>
                {action} <span className="badge warn">{reason}</span>
              </h4>
              <p>{message}</p>
              <p className="facts">
                <span>{mirrorLabel(mirrorId, mirrorName)}</span>
                <span>{formatClock(at)}</span>
              </p>
            </div>
          ))}
      </Section>
    </>
  );
}

interface HostTilesProps {
  readonly epoch: string;
  readonly samples: HostSamples;
}

/** Shows the sums over all mirrors. */
function HostTiles({ epoch, samples }: HostTilesProps): ReactNode {
  const { mirrors, lanes } = samples.at(-1)?.stats ?? { mirrors: [], lanes: [] };
  const rates = mirrors.map(({ id }) => sentRate(samples, id) ?? 0);
  const log = sum(lanes.map(({ logChars }) => logChars));
  return (
    <dl className="tiles">
      <Tile
        name="Mirrors of this store"
        value={mirrors.length.toLocaleString("en")}
        note={`owner ${epoch.slice(0, 8)}`}
      />
      <Tile
        name="Sent to all mirrors"
        value={formatRate(sum(rates))}
        unit="characters/s"
        note={`${formatSize(sum(mirrors.map(({ sentChars }) => sentChars)))} characters in total`}
      />
      <Tile
        name="Waiting for confirmation"
        value={formatSize(sum(mirrors.map(({ unconfirmedChars }) => unconfirmedChars)))}
        unit="characters"
        note="mirrors confirm every few seconds"
      />
      <Tile
        name="Log"
        value={formatSize(log)}
        unit="characters"
        note={`in ${formatCount(lanes.length, "lane")}, for mirrors that fall behind`}
      />
    </dl>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function sentRate(samples: HostSamples, mirrorId: number): number | undefined {
  return ratePerSecond(
    samples,
    ({ mirrors }) => mirrors.find(({ id }) => id === mirrorId)?.sentChars,
  );
}

interface MirrorItemProps {
  readonly mirror: HostedMirrorStats;
  readonly host: MirrorHostLike;
  readonly samples: HostSamples;
}

function MirrorItem({ mirror, host, samples }: MirrorItemProps): ReactNode {
  const newest = samples.at(-1);
  if (newest === undefined) return null;
  const { id, name, sees, mayAct, connectedAt, lastMessageAt, runningActions, refusedActions } =
    mirror;
  const label = mirrorLabel(id, name);
  const distances = laneDistances(newest.stats, mirror);
  const progress = progressOf(distances);
  const rate = sentRate(samples, id);
  return (
    <div className="item" role="group" aria-label={label}>
      <div className="mirror-head">
        <h4>
          {label} <span className={`badge ${progress.tone}`}>{progress.text}</span>{" "}
          <span className="badge">
            {sees === "all" ? "sees all sessions" : `sees ${formatCount(sees.length, "session")}`}
          </span>{" "}
          <span className="badge">{mayAct ? "may act" : "read-only"}</span>
        </h4>
        {host.disconnect !== undefined && (
          <button
            type="button"
            className="button"
            aria-label={`Disconnect ${label}`}
            title="Ends this connection. The mirror connects again if it can."
            onClick={() => host.disconnect?.(id)}
          >
            Disconnect
          </button>
        )}
      </div>
      <p className="facts">
        <span>Connected for {formatAge(newest.at - connectedAt)}</span>
        <span>Last message {formatAge(newest.at - lastMessageAt)} ago</span>
        <span>
          Sent {formatSize(mirror.sentChars)} characters
          {rate !== undefined && `, ${formatRate(rate)}/s`}
        </span>
        <span>{formatSize(mirror.unconfirmedChars)} characters not confirmed</span>
        <span>{formatCount(runningActions, "running action")}</span>
        <span>{formatCount(refusedActions, "refused action")}</span>
      </p>
      {distances.length > 0 && (
        <DataTable
          label={`Lanes of ${label}`}
          columns={["Lane", "Owner", "Mirror", "Behind by"]}
          align="right"
          rows={distances.map(({ sessionId, ownerSeq, mirrorSeq, behind }) => ({
            key: sessionId ?? "",
            cells: [
              laneName(sessionId),
              ownerSeq.toLocaleString("en"),
              mirrorSeq?.toLocaleString("en") ?? "waiting",
              behind?.toLocaleString("en") ?? "–",
            ],
          }))}
        />
      )}
    </div>
  );
}

interface Progress {
  readonly text: string;
  readonly tone: "accent" | "plain" | "warn";
}

function progressOf(distances: readonly LaneDistance[]): Progress {
  if (distances.length === 0) return { text: "follows no lane", tone: "plain" };
  if (distances.some(({ behind }) => behind === undefined))
    return { text: "waiting for a snapshot", tone: "warn" };
  const behind = sum(distances.map((lane) => lane.behind ?? 0));
  if (behind === 0) return { text: "up to date", tone: "accent" };
  return {
    text: `behind by ${behind.toLocaleString("en")} ${behind === 1 ? "batch" : "batches"}`,
    tone: "warn",
  };
}
