import type { ReactNode } from "react";
import { formatSize, formatSpent, numbered } from "../model/format.js";
import type { Amount, TrafficReading } from "../model/traffic.js";

/** The sums. Sizes are of the messages as JSON, in characters. */
export function TrafficTiles({ reading }: { readonly reading: TrafficReading }): ReactNode {
  const { all, recv, sent, seconds } = reading;
  const longest = most(seconds, "spentMs");
  return (
    <dl className="tiles">
      <Messages name="From the agent" amount={recv} />
      <Messages name="From the client" amount={sent} />
      <Messages name="Busiest second" amount={most(seconds, "count")} />
      <Tile name="Time this page took" value={formatSpent(all.spentMs)} more={averageWords(all)} />
      <Tile
        name="Most that this page took in a second"
        value={formatSpent(longest.spentMs)}
        more={`for ${numbered(longest.count, "message")}`}
      />
    </dl>
  );
}

/** The average of the messages of which the time is known. */
function averageWords({ spentMs, timed }: Amount): string {
  if (timed === 0) return "no message was timed";
  return `${formatSpent(spentMs / timed)} for each of ${numbered(timed, "timed message")}`;
}

interface MessagesProps {
  readonly name: string;
  readonly amount: Amount;
}

function Messages({ name, amount: { count, size } }: MessagesProps): ReactNode {
  return (
    <Tile
      name={name}
      value={count.toLocaleString("en")}
      unit={count === 1 ? "message" : "messages"}
      more={`${formatSize(size)} characters`}
    />
  );
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
  readonly more: string;
}

function Tile({ name, value, unit, more }: TileProps): ReactNode {
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd>
        {value} {unit !== undefined && <small>{unit}</small>}
      </dd>
      <dd className="tile-more">{more}</dd>
    </div>
  );
}

function most(seconds: ReadonlyMap<number, Amount>, field: "count" | "spentMs"): Amount {
  let found: Amount = { count: 0, size: 0, spentMs: 0, timed: 0 };
  for (const amount of seconds.values()) if (amount[field] > found[field]) found = amount;
  return found;
}
