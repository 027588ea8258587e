import type { ReactNode } from "react";
import { formatSize, formatSpent } from "../model/format.js";
import type { TrafficReading } from "../model/traffic.js";
import { eachSpent } from "./TrafficTiles.js";

interface TrafficTableProps {
  readonly kinds: TrafficReading["kinds"];
  readonly isMeasuring: boolean;
}

/** What each kind of message comes to. */
export function TrafficTable({ kinds, isMeasuring }: TrafficTableProps): ReactNode {
  return (
    <table>
      <caption>By kind of message{isMeasuring && " (measuring…)"}</caption>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Messages</th>
          <th scope="col">Characters of JSON</th>
          <th scope="col">Each</th>
          <th scope="col">Cost</th>
          <th scope="col">Each</th>
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
            <td>{eachSpent(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
