import { type ReactNode, useEffect, useMemo, useState } from "react";
import { formatSize } from "../model/format.js";
import { type Amount, createTraffic } from "../model/traffic.js";
import { usePanel } from "../ui/context.js";
import { TrafficChart } from "./TrafficChart.js";

const PIECE = 2000;

/** How much came and went. Sizes are of the messages as JSON, in characters. */
export function TrafficView(): ReactNode {
  const { source } = usePanel();
  const traffic = useMemo(() => createTraffic(source.history), [source]);
  const [, setPieces] = useState(0);
  const isMeasuring = !traffic.more(PIECE);

  useEffect(() => {
    if (!isMeasuring) return undefined;
    const timer = setTimeout(() => setPieces((pieces) => pieces + 1), 0);
    return () => clearTimeout(timer);
  });

  const { recv, sent, kinds, seconds } = traffic.read();
  return (
    <div className="traffic">
      <dl className="tiles">
        <Tile name="Received" amount={recv} />
        <Tile name="Sent" amount={sent} />
        <Tile name="Busiest second" amount={busiest(seconds)} />
      </dl>
      <TrafficChart seconds={seconds} />
      <table>
        <caption>By kind of message{isMeasuring && " (measuring…)"}</caption>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Messages</th>
            <th scope="col">Characters of JSON</th>
            <th scope="col">Each</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, count, size }) => (
            <tr key={kind}>
              <th scope="row">{kind}</th>
              <td>{count.toLocaleString("en")}</td>
              <td>{formatSize(size)}</td>
              <td>{formatSize(Math.round(size / count))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Tile({ name, amount }: { readonly name: string; readonly amount: Amount }): ReactNode {
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd>
        {amount.count.toLocaleString("en")} <small>messages</small> · {formatSize(amount.size)}{" "}
        <small>characters</small>
      </dd>
    </div>
  );
}

function busiest(seconds: ReadonlyMap<number, Amount>): Amount {
  let most: Amount = { count: 0, size: 0 };
  for (const amount of seconds.values()) if (amount.count > most.count) most = amount;
  return most;
}
