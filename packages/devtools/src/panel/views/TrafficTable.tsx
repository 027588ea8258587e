import type { ReactNode } from "react";
import { formatSize, formatSpent } from "../model/format.js";
import type { Amount, TrafficReading } from "../model/traffic.js";

interface TrafficTableProps {
  readonly kinds: TrafficReading["kinds"];
  readonly isMeasuring: boolean;
}

/** What each kind of message comes to. */
export function TrafficTable({ kinds, isMeasuring }: TrafficTableProps): ReactNode {
  return (
    <div className="table" role="region" aria-label="Traffic by kind of message" tabIndex={0}>
      <table>
        <caption>By kind of message{isMeasuring && " (measuring…)"}</caption>
        <thead>
          <tr>
            <th scope="col">Message</th>
            <th scope="col">Count</th>
            <th scope="col">Characters of JSON</th>
            <th scope="col">Characters each</th>
            <th scope="col">Time this page took</th>
            <th scope="col">This page’s time each</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((amount) => (
            <tr key={amount.kind}>
              <th scope="row">{amount.kind}</th>
              <td>{amount.count.toLocaleString("en")}</td>
              <td>{formatSize(amount.size)}</td>
              <td>{formatSize(Math.round(amount.size / amount.count))}</td>
              <td>{amount.timed === 0 ? "–" : formatSpent(amount.spentMs)}</td>
              <td>{eachTimed(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The average, and of how many messages it is where that is not all of them. */
function eachTimed({ count, spentMs, timed }: Amount): string {
  if (timed === 0) return "–";
  const average = formatSpent(spentMs / timed);
  return timed === count ? average : `${average} (of ${timed} timed)`;
}
